import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What a start that cannot be says. */
function refused(folder: string, ...parameters: string[]): string {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'start.ts'), ...parameters],
    { env: { ...process.env, COUNTERSIGN_FOLDER: folder }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  return stderr.trim();
}

test('starting over deletes nothing in a folder that Countersign has never used, such as one’s home', () => {
  const home = mkdtempSync(join(tmpdir(), 'countersign-home-'));
  writeFileSync(join(home, 'thesis.txt'), '');
  expect(refused(home, '--fresh')).toBe(
    `${home} has files that are not Countersign's. Name an empty folder, or a new one.`,
  );
  expect(readdirSync(home)).toEqual(['thesis.txt']);
});

test('an argument that is misspelt starts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-none-'));
  expect(refused(folder, '--frsh')).toBe('--frsh is not known here; --fresh is.');
});
