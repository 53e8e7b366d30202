import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../testing/start-runner.ts';
import { leftBeside } from './left-beside.ts';
import type { Workspace } from './workspace.ts';

let folder: string;
const of = (...names: string[]) => {
  const checkouts = names.map((name) => ({ folder: name === '' ? folder : join(folder, name) }));
  return leftBeside({ folders: { workspace: folder }, checkouts } as unknown as Workspace);
};
beforeEach(() => {
  folder = makeFolder();
  for (const name of ['loom', 'warp']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'loom/inside.txt'), '');
});

test('files and folders that are in no repository are named, in words', async () => {
  expect(await of('loom', 'warp')).toBeNull();
  writeFileSync(join(folder, 'notes.txt'), '');
  expect(await of('loom', 'warp')).toBe('Beside the repositories, and so neither published nor kept, is: notes.txt.');
  expect(await of('loom')).toBe('Beside the repositories, and so neither published nor kept, are: notes.txt, warp/.');
});

test('of many, the number is given', async () => {
  for (let number = 0; number < 12; number += 1) writeFileSync(join(folder, `n${String(number).padStart(2, '0')}`), '');
  expect(await of('loom', 'warp')).toMatch(/: n00, [^]*, n09, 2 more\.$/);
});

test('a repository that is the working folder contains everything in it', async () => {
  writeFileSync(join(folder, 'notes.txt'), '');
  expect(await of('')).toBeNull();
});
