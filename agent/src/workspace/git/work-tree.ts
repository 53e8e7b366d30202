import { basename, relative } from 'node:path';
import { TaskFailed } from '../../lib/failures.ts';
import { wayTo } from '../way-to.ts';

/**
 * The commands that never look at the files of a work tree, as the runner calls them. Git follows links, and an agent may
 * put one anywhere, so all others are held to the working folder.
 */
const AWAY: ReadonlySet<string | undefined> = new Set([
  ...['bundle', 'cat-file', 'commit-tree', 'config', 'count-objects', 'diff-tree', 'fetch', 'init', 'log', 'ls-remote'],
  ...['ls-tree', 'merge-base', 'mktree', 'notes', 'push', 'read-tree', 'rev-parse', 'update-ref', 'write-tree'],
]);

/**
 * These look, but keep nothing of what is in a file: they list names, and tell what has changed. All others are enclosed,
 * which takes a few milliseconds, and these are what the runner calls most.
 */
const LISTING: ReadonlySet<string | undefined> = new Set(['check-attr', 'diff', 'diff-index', 'ls-files']);

/** True for a command that may look at the files of a work tree. */
export const looksAtFiles = (command: string | undefined) => !AWAY.has(command);

/** True for a command that may read or write what is in files of a work tree. */
export const holdsFiles = (command: string | undefined) => looksAtFiles(command) && !LISTING.has(command);

/** An agent has put something else in the place of a repository's folder: git would take it for the repository's files. */
export class FolderReplaced extends TaskFailed {
  override name = 'FolderReplaced';
}

/**
 * Throws FolderReplaced where a link or a file is in the place of a work tree or on the way to it, and TaskFailed where it
 * is gone. The working folder itself cannot be replaced by the agent.
 */
export async function checkWorkTree(workTree: string, workspace: string): Promise<void> {
  const path = relative(workspace, workTree);
  const way = await wayTo(workspace, path);
  if (way === 'folders') return;
  const name = path === '' ? basename(workTree) : path;
  const remedy = 'Reopen the task to go on from what was saved last.';
  if (way === 'missing') throw new TaskFailed(`The folder ${name} is gone from the workspace. ${remedy}`);
  throw new FolderReplaced(
    `Something else, such as a link, is in the place of the folder ${name} in the workspace. Nothing is read through it. ${remedy}`,
  );
}
