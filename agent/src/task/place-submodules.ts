import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SNAPSHOT_REF } from '../checkpoint/checkpoint-pack.ts';
import { stepId } from '../lib/step-id.ts';
import { fetchSubmodules, type Submodule } from '../workspace/submodules.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TaskLink } from './task-link.ts';

/** Fetches the submodules of all repositories, and records in the history what became of them. */
export async function placeSubmodules({ checkouts, credentialsOf, folders }: Workspace, link: TaskLink): Promise<void> {
  const { environment } = link.context;
  const said: string[] = [];
  for (const checkout of checkouts) {
    const { repository } = checkout;
    if (repository === null) continue;
    checkout.submodules = await fetchSubmodules(checkout, {
      at: existsSync(join(checkout.gitDir, SNAPSHOT_REF)) ? SNAPSHOT_REF : 'HEAD',
      folders,
      redirects: environment.gitRedirects,
      path: environment.path,
      credentialsOf: () => (repository.hasToken ? credentialsOf(repository) : Promise.resolve(null)),
      limitBytes: environment.workspaceLimitBytes,
      signal: link.signal,
    });
    said.push(...checkout.submodules.map(sentenceAbout));
  }
  if (said.length === 0) return;
  for (const sentence of said) link.log(sentence);
  const title = said.length === 1 ? 'The repository has a submodule' : 'The repository has submodules';
  link.reports.put({ id: stepId(link.task.id, 'submodules'), type: 'planning', title, content: said.join('\n\n') });
}

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

const onOneLine = (path: string) => path.replace(/\s+/g, ' ');
