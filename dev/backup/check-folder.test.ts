import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Manifest } from './backup.ts';
import { refuseNotWhole } from './check-folder.ts';
import { readLines, writeLines } from './lines.ts';

let folder: string;
const manifest: Manifest = {
  format: 1,
  madeAt: '',
  documents: 2,
  accounts: 1,
  objects: [{ name: 'task/1', size: 5 }],
};
/** Some line readers take these for line ends; JSON does not. */
const texts = ['one\u2028two\u2029three\u0085four', `a\r\nb${'é'.repeat(70_000)}`];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-whole-'));
  mkdirSync(join(folder, 'objects/task'), { recursive: true });
  writeFileSync(join(folder, 'objects/task/1'), 'bytes');
  writeFileSync(join(folder, 'passwords.json'), 'null');
  await writeLines(join(folder, 'documents.ndjson'), lines(...texts));
  await writeLines(join(folder, 'accounts.ndjson'), lines('somebody'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* lines(...all: string[]) {
  yield* all;
}

test('texts come back as they were, with every character that some take for the end of a line', async () => {
  const read: string[] = [];
  for await (const one of readLines<string>(join(folder, 'documents.ndjson'))) read.push(one);
  expect(read).toEqual(texts);
  await refuseNotWhole(folder, manifest);
});

test.each([
  ['documents.ndjson', '{}\n', 'it has 1 documents, and its manifest names 2'],
  ['documents.ndjson', '{}\n{"path":', 'Line 2 of '],
  ['accounts.ndjson', '', 'it has 0 accounts, and its manifest names 1'],
  ['passwords.json', '{', 'its passwords.json is missing, or no JSON'],
  ['objects/task/1', 'byte', 'has 4 bytes, and its manifest names 5'],
])('a folder with another %s, %j, is refused', async (file, text, words) => {
  writeFileSync(join(folder, file), text);
  await expect(refuseNotWhole(folder, manifest)).rejects.toThrow(words);
});

test('a folder without one of its checkpoints is refused', async () => {
  rmSync(join(folder, 'objects/task/1'));
  await expect(refuseNotWhole(folder, manifest)).rejects.toThrow('objects/task/1 is missing');
});
