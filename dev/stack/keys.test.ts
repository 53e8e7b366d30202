import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

test('a folder of an earlier version gets the keys that it lacked, and keeps those it had', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'));
  const { CLOUD_RUN_TOKEN, ...earlier } = keysOf(folder);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(earlier));
  const keys = keysOf(folder);
  expect(keys).toMatchObject(earlier);
  expect(keys.CLOUD_RUN_TOKEN).toMatch(/^[0-9a-f]{64}$/);
  expect(keys.CLOUD_RUN_TOKEN).not.toBe(CLOUD_RUN_TOKEN);
  expect(JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))).toEqual(keys);
});
