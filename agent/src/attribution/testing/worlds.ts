import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { createGit, prepareGitHome } from '../../workspace/git/git.ts';
import { stageAll } from '../../workspace/snapshot/stage-work-tree.ts';
import { createFiles, type Files } from '../files.ts';

/** Where a script is played: files, a clock, and what is published in the end. */
export interface World {
  files(): Files;
  now(): number;
  /** Lets enough time pass to tell two changes apart. */
  tick(): Promise<void>;
  write(path: string, text: string | null): void;
  /** From now on git no longer ignores the file HIDDEN. */
  reveal(): void;
  /** The files as they are, for `restart`. */
  copy(): Map<string, string>;
  /** Another container continues with these files. */
  restart(files: Map<string, string>): Promise<void>;
  /** Makes every look fail until it is undone; only where that can be had. */
  break?(isBroken: boolean): void;
  checkout: Checkout;
  /** Commits all; resolves with the commit. */
  commit(): Promise<string>;
}

export const BASE: ReadonlyMap<string, string> = new Map(
  ['a.txt', 'b.txt', 'c.txt'].map((path) => [path, `base of ${path}\n`]),
);
/** A file that git ignores until it is revealed. */
export const HIDDEN = 'hidden.txt';
/** How many turns of the microtask queue a look takes. */
const LOOK_TAKES = 6;
const PREFIX = 'repo/';

/** Files in memory, with a clock of their own. */
export function createModelWorld(): World {
  let clock = 1_000;
  let isBroken = false;
  let isHidden = true;
  let files = new Map<string, { text: string; at: number }>();
  const restart = async (held: ReadonlyMap<string, string>) => {
    files = new Map([...held].map(([path, text]) => [path, { text, at: clock }]));
  };
  void restart(BASE);
  const changed = () => {
    const all = new Set([...BASE.keys(), ...files.keys()]);
    const differing = [...all].filter(
      (path) => files.get(path)?.text !== BASE.get(path) && !(isHidden && path === HIDDEN),
    );
    const gone = [...BASE].filter(([path]) => !files.has(path)).map(([path, text]) => [PREFIX + path, text] as const);
    return {
      files: new Map(differing.map((path) => [PREFIX + path, files.get(path)?.text ?? 'gone'])),
      gone: new Map(gone),
    };
  };
  const at = (name: string) => files.get(name.slice(PREFIX.length));
  return {
    files: () => ({
      async look() {
        // Something else may happen meanwhile.
        for (let turn = 0; turn < LOOK_TAKES; turn += 1) await Promise.resolve();
        if (isBroken) throw new Error('A file has gone');
        return changed();
      },
      inCommit: async () => changed(),
      nameOf: async (path) => PREFIX + path,
      read: async (name) => at(name)?.text ?? null,
      changedAt: async (name) => at(name)?.at ?? null,
      ignored: async () => [],
    }),
    now: () => clock,
    tick: async () => void (clock += 10),
    write: (path, text) => void (text === null ? files.delete(path) : files.set(path, { text, at: clock })),
    reveal: () => void (isHidden = false),
    copy: () => new Map([...files].map(([path, { text }]) => [path, text])),
    restart,
    break: (broken) => void (isBroken = broken),
    checkout: { repository: { id: 'repo' } } as Checkout,
    commit: async () => 'commit',
  };
}

/** A real repository in an empty folder, looked at by the code that looks at a task's. */
export async function createGitWorld(root: string): Promise<World> {
  const folder = join(root, 'workspace');
  const runnerHome = join(root, 'runner');
  mkdirSync(folder);
  await prepareGitHome(runnerHome);
  const gitDir = join(runnerHome, 'it.git');
  const git = createGit({ gitDir, workTree: folder, runnerHome, redirects: [], path: process.env.PATH ?? '' });
  const write = (path: string, text: string | null) =>
    text === null ? rmSync(join(folder, path), { force: true }) : writeFileSync(join(folder, path), text);
  for (const [path, text] of BASE) write(path, text);
  await git(['init', '--quiet']);
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=Base']);
  const baseCommit = await git(['rev-parse', 'HEAD']);
  const exclude = join(gitDir, 'info', 'exclude');
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(exclude, `${HIDDEN}\n`);
  const repository = { id: 'repo', owner: 'acme', name: 'app', cloneUrl: '', isPrivate: false, hasToken: false };
  const checkout: Checkout = { repository, folder, gitDir, git, branch: 'work', base: 'main', baseCommit };
  const paths = () => readdirSync(folder);
  return {
    files: () => createFiles({ folders: { workspace: folder }, checkouts: [checkout] }),
    now: Date.now,
    // The file clock stands still for up to 10 ms.
    tick: () => pause(15),
    write,
    reveal: () => writeFileSync(exclude, ''),
    copy: () => new Map(paths().map((path) => [path, readFileSync(join(folder, path), 'utf8')])),
    async restart(held) {
      for (const path of paths()) write(path, null);
      for (const [path, text] of held) write(path, text);
      // Another container's repository has no such index yet.
      rmSync(join(gitDir, 'attribution.index'), { force: true });
    },
    checkout,
    async commit() {
      await stageAll(checkout);
      await git(['commit', '--quiet', '--allow-empty', '--message=Work']);
      return git(['rev-parse', 'HEAD']);
    },
  };
}
