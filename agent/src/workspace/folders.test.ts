import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { makeFolders } from './folders.ts';

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
