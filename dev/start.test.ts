import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
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

test('nothing is started in one’s home, nor in a folder around this checkout: starting over empties it', () => {
  for (const folder of [homedir(), join(import.meta.dirname, '..')])
    expect(refused(folder, '--fresh')).toBe(`${folder} is or holds ${folder}. Name a folder of its own.`);
});

test('an argument that is misspelt starts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-none-'));
  expect(refused(folder, '--frsh')).toBe('--frsh is not known here; --fresh is.');
});
