import { expect, test } from 'vitest';
import { writeDocuments } from './documents.ts';
import type { Platform } from './platform.ts';

test('no commit is larger than the database allows, in whatever script people write', async () => {
  const sizes: number[] = [];
  const ask = (_url: string, body = {}) => Promise.resolve(sizes.push(Buffer.byteLength(JSON.stringify(body))));
  const platform = { documents: 'https://firestore/v1/projects/a/databases/(default)/documents', ask };
  const fields = { text: { stringValue: '字'.repeat(128 * 1024) } };
  async function* documents() {
    for (let number = 0; number < 40; number += 1) yield { path: `/tasks/${number}`, fields };
  }
  await writeDocuments(platform as unknown as Platform, documents());
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(10 * 1024 * 1024);
});
