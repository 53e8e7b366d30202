import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { State } from './state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-state-'));
});

test('a state that cannot be written is written when possible, and nothing ends over it', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const inTheWay = join(folder, 'cloud-run');
  const state = new State(inTheWay);
  writeFileSync(inTheWay, 'a file where the folder would be');
  expect(() => state.save()).not.toThrow();
  expect(told.mock.calls[0]?.[0]).toContain('could not be written');
  rmSync(inTheWay);
  await vi.waitUntil(() => existsSync(join(inTheWay, 'state.json')), { timeout: 60_000 });
  told.mockRestore();
});

test('one that is damaged is named', () => {
  writeFileSync(join(folder, 'state.json'), '{"jobs": ');
  expect(() => new State(folder)).toThrow(`${join(folder, 'state.json')} is damaged`);
});
