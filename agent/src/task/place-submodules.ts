import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SNAPSHOT_REF } from '../checkpoint/checkpoint-pack.ts';
import { shownName } from '../lib/file-names.ts';
import { stepId } from '../lib/step-id.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { fetchSubmodules, pointersOf, type Pointer, type Submodule } from '../workspace/git/submodules.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TaskLink } from './task-link.ts';
import { tokenForSubmodule } from './token-for-submodule.ts';

/** Fetches the submodules of all repositories, and records in the history what became of them. */
export async function placeSubmodules(workspace: Workspace, link: TaskLink): Promise<void> {
  const said: string[] = [];
  for (const checkout of workspace.checkouts) {
    if (checkout.repository === null) continue;
    const at = existsSync(join(checkout.gitDir, SNAPSHOT_REF)) ? SNAPSHOT_REF : 'HEAD';
    checkout.submodules = await fetchAt(checkout, await pointersOf(checkout.git, at), workspace, link);
    said.push(...checkout.submodules.map(sentenceAbout));
  }
  if (said.length === 0) return;
  for (const sentence of said) link.log(sentence);
  const title = said.length === 1 ? 'The repository has a submodule' : 'The repository has submodules';
  link.reports.put({ id: stepId(link.task.id, 'submodules'), type: 'planning', title, content: said.join('\n\n') });
}

/** Fetches some of a checkout's submodules once more. Throws if one cannot be fetched. */
export async function placeAgain(
  checkout: Checkout,
  pointers: readonly Pointer[],
  { workspace, context, signal }: Pick<TaskLink, 'context' | 'signal'> & { workspace: Workspace },
): Promise<void> {
  const placed = await fetchAt(checkout, pointers, workspace, { context, signal });
  for (const { path, problem } of placed)
    if (problem !== null) throw new Error(`${onOneLine(path)} could not be fetched: ${problem}`);
}

function fetchAt(
  checkout: Checkout,
  pointers: readonly Pointer[],
  { folders, credentialsOf, checkouts }: Workspace,
  { context: { environment }, signal }: Pick<TaskLink, 'context' | 'signal'>,
): Promise<Submodule[]> {
  const { repository } = checkout;
  const linked = checkouts.flatMap((one) => one.repository ?? []);
  return fetchSubmodules(checkout, pointers, {
    folders,
    isolation: environment.isolation,
    redirects: environment.gitRedirects,
    path: environment.path,
    async accessTo(url) {
      const whose = repository && tokenForSubmodule(url, repository, linked);
      if (whose === null) return { credentials: null, remark: NO_TOKEN };
      return { credentials: whose.hasToken ? await credentialsOf(whose) : null, remark: null };
    },
    limitBytes: environment.workspaceLimitBytes,
    signal,
  });
}

const NO_TOKEN = 'no token was sent: it has another owner than this repository, and is not linked to the project';

/** How many submodules of a submodule are named. */
const NAMED = 10;

function sentenceAbout({ path, commit, problem, inner }: Submodule): string {
  const which = `${onOneLine(path)} (${commit.slice(0, 8)})`;
  if (problem !== null)
    return `${which} could not be fetched: ${problem}. Its folder is empty and cannot be written to; what is published leaves it as it is.`;
  const read = `${which} can be read. Changes to its files are neither saved nor published; a commit that is checked out or made in it is published as the one that it points to.`;
  if (inner.length === 0) return read;
  const more = inner.length > NAMED ? [`${inner.length - NAMED} more`] : [];
  const names = [...inner.slice(0, NAMED).map(onOneLine), ...more].join(', ');
  return `${read} Submodules of its own are not fetched, and their folders are empty: ${names}.`;
}

/** A path in a sentence. */
export const onOneLine = (path: string) => shownName(path).replace(/\s+/g, ' ');
