import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
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
  expect(modes.sort()).toEqual(['home 700', 'runner 700', 'tmp 700', 'workspace 700']);
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
