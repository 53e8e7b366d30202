import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { makeFolders, removeFolders } from './folders.ts';

afterAll(() => removeTestFolders());

test('other users of the machine read none of a task’s folders', async () => {
  const workRoot = join(makeFolder(), 'work');
  const { root, ...inside } = await makeFolders(workRoot, 'task');
  const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);
  // The agent's user can pass through them, but not list them.
  expect([workRoot, root].map(modeOf)).toEqual(['711', '711']);
  const modes = Object.values(inside).map((folder) => `${basename(folder)} ${modeOf(folder)}`);
  expect(modes.sort()).toEqual(['home 700', 'runner 700', 'settings 700', 'tmp 700', 'workspace 700']);
});

test('folders that were made read-only, as caches of packages are, go with the others, for a runner that is not root', async () => {
  const parent = makeFolder();
  await notAsRoot(parent, async () => {
    const makeCache = async () => {
      const folders = await makeFolders(join(parent, 'work'), 'task');
      const cache = join(folders.home, 'go/pkg/mod');
      mkdirSync(cache, { recursive: true });
      writeFileSync(join(cache, 'it.go'), 'package it');
      chmodSync(cache, 0o555);
      return folders;
    };
    await makeCache();
    const again = await makeCache(); // as after a run that was killed
    await removeFolders(again);
    expect(existsSync(again.root)).toBe(false);
  });
});

test('folders that lie deeper than a path can be long go with the others', async () => {
  const workRoot = join(makeFolder(), 'work');
  const makeDeep = async () => {
    const folders = await makeFolders(workRoot, 'task');
    deepen(folders.home);
    return folders;
  };
  await makeDeep();
  const again = await makeDeep(); // as after a run that was killed
  await removeFolders(again);
  expect(existsSync(again.root)).toBe(false);
});

/** Puts folders into one another, from the innermost, for which no path is too long. */
function deepen(folder: string): void {
  const [tree, around] = [join(folder, 'tree'), join(folder, 'around')];
  mkdirSync(tree);
  for (let round = 0; round < 6; round += 1) {
    const inner = join(around, ...Array<string>(4).fill('d'.repeat(200)));
    mkdirSync(inner, { recursive: true });
    renameSync(tree, join(inner, 'tree'));
    renameSync(around, tree);
  }
}

const NOBODY = 65_534;

/** Whatever the modes say, root may do everything. */
async function notAsRoot(folder: string, work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  chownSync(folder, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
