import { posix, relative } from 'node:path';
import type { ClaimedTask } from '@countersign/contract/agent';
import type { Checkout } from '../workspace/checkout.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What projects tell coding agents, by the names that those look for. Settings files are not among them. */
const FILES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

/** Bytes of one file that is read at all, and of all of them together: they are a part of every first prompt. */
const FILE_BYTES = 1024 * 1024;
const TOTAL_BYTES = 32 * 1024;

/** What is asked about: the folder that the project is about may have such files, too. */
interface GuidedTask {
  workspace: Workspace;
  task: Pick<ClaimedTask, 'settings'>;
}

/** One file of a repository that is meant for agents. */
export interface Guidance {
  /** As the agent finds it in its working folder. */
  path: string;
  text: string;
  isCut: boolean;
}

/**
 * What the repositories of a task tell agents: the plain files at the top of each, and of the folder that the project is about, as they are in the commit that the work is based
 * on, so that no link leads elsewhere and no agent has changed them. The same words under two names are told once.
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
