import { join } from 'node:path';
import type { Checkout } from '../../workspace/git/checkout.ts';
import type { Pointer } from '../../workspace/git/submodules.ts';
import { onOneLine } from '../place-submodules.ts';
import { runForSetup } from './run-for-setup.ts';
import type { TaskRun } from '../task-run.ts';

/**
 * Has the saved commits checked out in submodules that the runner cannot fetch, but the setup command can: it fetches
 * those that its task began with, or newer ones. Here git reads what the agent or the command has written into its
 * configuration, so it runs as they do. What cannot be had only shows in the log.
 */
export async function checkOutAgain(checkout: Checkout, pointers: readonly Pointer[], run: TaskRun): Promise<void> {
  const values = run.variables.filter(({ forAgent }) => forAgent);
  for (const { path, commit } of pointers) {
    const { exitCode, output } = await runForSetup(run, scriptFor(commit), join(checkout.folder, path), values);
    if (exitCode !== 0) run.log(`${onOneLine(path)} cannot be put back to ${commit}: ${output}`);
  }
}

/** Without looking for a repository further up, which is the checkout's own. */
function scriptFor(commit: string): string {
  const checkOut = `its checkout --quiet --force --detach ${commit}`;
  return `its() { git --git-dir=.git --work-tree=. "$@"; }; ${checkOut} || { its fetch --quiet origin ${commit} && ${checkOut}; }`;
}

/** Says that such a submodule is not there, although the setup command has fetched it. */
export function sentenceAboutEmptied({ path, commit }: Pointer): string {
  return `The commit at which ${onOneLine(path)} is saved (${commit.slice(0, 8)}) could not be checked out in what the setup command has made there: its folder is empty again, and what is published leaves it at that commit.`;
}
