import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keysOf } from './keys.ts';

test('a folder has one set of keys, of the right sizes, for its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'));
  const keys = keysOf(folder);
  expect(keysOf(folder)).toEqual(keys);
  expect(keysOf(mkdtempSync(join(tmpdir(), 'countersign-keys-')))).not.toEqual(keys);
  const secrets: Record<string, string> = JSON.parse(keys.SECRETS_KEYS);
  expect(Object.values(secrets).map((key) => Buffer.from(key, 'base64').length)).toEqual([32]);
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
});
