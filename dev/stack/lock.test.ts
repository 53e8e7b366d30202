import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { withLock } from './lock.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('one after the other holds it, and it is gone afterwards', async () => {
  const held: string[] = [];
  const hold = (name: string) =>
    withLock(join(folder, 'lock'), async () => {
      held.push(`${name} has it`);
      await Promise.resolve();
      held.push(`${name} gives it back`);
    });
  await Promise.all([hold('one'), hold('another')]);
  expect(held).toEqual(['one has it', 'one gives it back', 'another has it', 'another gives it back']);
  expect(readdirSync(folder)).toEqual([]);
});

test('that of somebody who has died is taken over', async () => {
  mkdirSync(join(folder, 'lock'));
  writeFileSync(join(folder, 'lock/owner.json'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }));
  await expect(withLock(join(folder, 'lock'), () => Promise.resolve())).resolves.toBeUndefined();
});

test('where none can be made, it says so instead of waiting', async () => {
  writeFileSync(join(folder, 'file'), '');
  const lock = withLock(join(folder, 'file/lock'), () => Promise.resolve());
  await expect(lock).rejects.toThrow(StartError);
  await expect(lock).rejects.toThrow(`${join(folder, 'file/lock')} cannot be made`);
});
