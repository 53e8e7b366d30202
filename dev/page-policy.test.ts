import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const policy = /"Content-Security-Policy",\s*"value": "([^"]*default-src[^"]*)"/.exec(
  readFileSync(join(root, 'firebase.json'), 'utf8'),
)?.[1];

test('pages run the scripts that are served with them and the one that stands in them, by its hash, and no other', () => {
  const page = readFileSync(join(root, 'web/index.html'), 'utf8');
  const inline = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(hashes).toHaveLength(1);
  const scripts = policy?.split('; ').find((directive) => directive.startsWith('script-src'));
  expect(scripts).toBe(`script-src 'self' ${hashes[0]} https://apis.google.com`);
});
