import { posix, relative } from 'node:path';
import type { ClaimedTask } from '@countersign/contract/agent';
import type { Checkout } from '../../workspace/git/checkout.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** The files in which projects instruct coding agents, by the names that agents look for; no settings files. */
const FILES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

/** Most bytes of one file that are read, and of all of them together: they are part of every first prompt. */
const FILE_BYTES = 1024 * 1024;
const TOTAL_BYTES = 32 * 1024;

/** The project's own folder may have such files, too. */
interface GuidedTask {
  workspace: Workspace;
  task: Pick<ClaimedTask, 'settings'>;
}

/** One file of a repository that is meant for agents. */
export interface Guidance {
  /** Its path as the agent finds it in its working folder. */
  path: string;
  text: string;
  isCut: boolean;
}

/**
 * What a task's repositories tell agents: the plain files at the top of each, and in the folder that the project is
 * about, as they are in the commit that the work is based on, so that no link leads elsewhere and no agent has changed
 * them. The same words in two files are given once.
 */
export async function guidanceOf({ workspace, task }: GuidedTask): Promise<Guidance[]> {
  const { checkouts, folders } = workspace;
  const found: Guidance[] = [];
  let left = TOTAL_BYTES;
  for (const checkout of checkouts) {
    if (checkout.repository === null) continue;
    const said = new Set<string>();
    for (const { name, blob } of await plainFiles(checkout, task.settings?.folder ?? null)) {
      const words = (await checkout.git(['cat-file', 'blob', blob])).trim();
      if (words === '' || said.has(words) || left <= 0) continue;
      said.add(words);
      const text = cut(words, left);
      found.push({
        path: posix.join(relative(folders.workspace, checkout.folder), name),
        text,
        isCut: text.length < words.length,
      });
      left -= Buffer.byteLength(words);
    }
  }
  return found;
}

async function plainFiles(
  { git, baseCommit }: Checkout,
  folder: string | null,
): Promise<{ name: string; blob: string }[]> {
  const places = folder === null ? FILES : [...FILES, ...FILES.map((file) => posix.join(folder, file))];
  const tree = await git(['ls-tree', '-z', '-l', baseCommit, '--', ...places]);
  const entries = [...tree.replaceAll('\0', '\n').matchAll(/^100(?:644|755) blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/gm)];
  return entries.flatMap(([, blob = '', size, name = '']) => (Number(size) <= FILE_BYTES ? [{ name, blob }] : []));
}

/** As many whole characters as fit. */
function cut(text: string, bytes: number): string {
  const all = Buffer.from(text);
  return all.length <= bytes
    ? text
    : all
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\uFFFD$/, '');
}
