import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { diskFolder, removeContainer } from './container-process.ts';

let folder: string;
let scratch: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-run-test-'));
  scratch = diskFolder(folder, 'it');
  mkdirSync(join(scratch, 'home/go/pkg'), { recursive: true });
  writeFileSync(join(scratch, 'home/go/pkg/it.go'), 'package it');
});
afterEach(() => {
  chmodSync(join(scratch, '..'), 0o755);
  for (const one of [folder, join(scratch, '..')]) rmSync(one, { recursive: true, force: true });
});

test('removes folders that a container has made read-only, as caches of packages are', () => {
  chmodSync(join(scratch, 'home/go/pkg'), 0o555);
  notAsRoot(['..', '.', 'home', 'home/go', 'home/go/pkg', 'home/go/pkg/it.go']);
  expect(existsSync(scratch)).toBe(false);
});

test('removes folders that lie deeper than a path can be long', () => {
  const [tree, around] = [join(scratch, 'home/tree'), join(scratch, 'home/around')];
  mkdirSync(tree);
  for (let round = 0; round < 6; round += 1) {
    const inner = join(around, ...Array<string>(4).fill('d'.repeat(200)));
    mkdirSync(inner, { recursive: true });
    renameSync(tree, join(inner, 'tree'));
    renameSync(around, tree);
  }
  removeContainer(folder, 'it', undefined);
  expect(existsSync(scratch)).toBe(false);
});

test('says what it cannot remove, and goes on', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // What holds it is not made writable.
  chmodSync(join(scratch, '..'), 0o555);
  notAsRoot([]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining(`${scratch} cannot be removed`));
  said.mockRestore();
});

const NOBODY = 65_534;

/** Removes the container as somebody to whom these of its files belong; whatever the modes say, root may do everything. */
function notAsRoot(own: readonly string[]): void {
  if (process.geteuid?.() !== 0) return removeContainer(folder, 'it', undefined);
  for (const path of own) chownSync(join(scratch, path), NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    removeContainer(folder, 'it', undefined);
  } finally {
    process.seteuid?.(0);
  }
}
