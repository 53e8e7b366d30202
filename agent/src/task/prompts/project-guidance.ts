import { posix, relative } from 'node:path';
import type { ClaimedTask } from '@countersign/contract/agent';
import type { Checkout } from '../../workspace/git/checkout.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** The files in which projects instruct coding agents, by the names that agents look for; no settings files. */
const FILES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

/** Most bytes of one file that are read, and of all of them together: they are part of every first prompt. */
const FILE_BYTES = 1024 * 1024;
const TOTAL_BYTES = 32 * 1024;

/** How many files deeper in the repositories are named. */
const NAMED = 40;
/** A name is said to the agent outside of any mark, so none is that could say more than where a file is. */
const DEEPER = new RegExp(`^100(?:644|755) blob [0-9a-f]+\\t((?:[\\w.@+-]+/)+(?:${FILES.join('|')}))$`);

/** The project's own folder may have such files, too. */
interface GuidedTask {
  workspace: Workspace;
  task: Pick<ClaimedTask, 'settings'>;
}

/** One file of a repository that is meant for agents. */
export interface Guidance {
  /** Its path as the agent finds it in its working folder. */
  path: string;
  /** Null where it is only named: it is about a part of the repository. */
  text: string | null;
  isCut: boolean;
}

/**
 * What a task's repositories tell agents: the plain files at the top of each, and in the folder that the project is
 * about, as they are in the commit that the work is based on, so that no link leads elsewhere and no agent has changed
 * them. The same words in two files are given once. Those of other folders are named.
 */
export async function guidanceOf({ workspace, task }: GuidedTask): Promise<Guidance[]> {
  const { checkouts, folders } = workspace;
  const found: Guidance[] = [];
  const deeper: string[] = [];
  let left = TOTAL_BYTES;
  for (const checkout of checkouts) {
    if (checkout.repository === null) continue;
    const said = new Set<string>();
    const place = (name: string) => posix.join(relative(folders.workspace, checkout.folder), name);
    const told = await plainFiles(checkout, task.settings?.folder ?? null);
    for (const { name, blob } of told) {
      const words = (await checkout.git(['cat-file', 'blob', blob])).trim();
      if (words === '' || said.has(words) || left <= 0) continue;
      said.add(words);
      const text = cut(words, left);
      found.push({ path: place(name), text, isCut: text.length < words.length });
      left -= Buffer.byteLength(words);
    }
    const names = new Set(told.map(({ name }) => name));
    deeper.push(...(await deeperFiles(checkout)).filter((name) => !names.has(name)).map(place));
  }
  return [...found, ...deeper.slice(0, NAMED).map((path) => ({ path, text: null, isCut: true }))];
}

/** Such files below the top, but for those of packages that are kept in the repository. */
async function deeperFiles({ git, baseCommit }: Checkout): Promise<string[]> {
  const tree = await git(['ls-tree', '-r', '-z', baseCommit], { asNames: true });
  const names = tree.split('\0').flatMap((entry) => DEEPER.exec(entry)?.[1] ?? []);
  return names.filter((name) => !name.split('/').includes('node_modules'));
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
