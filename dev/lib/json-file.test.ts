import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { readJsonFile, readJsonFileIfWhole, writeJsonFile } from './json-file.ts';
import { StartError } from './start-error.ts';

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'countersign-json-')), 'inner/file.json');
});
const parse = (value: unknown) => z.object({ a: z.number() }).parse(value);

test('what was written is read again, and nothing else is left', () => {
  expect(readJsonFile(file, parse)).toBeUndefined();
  writeJsonFile(file, { a: 1 });
  writeJsonFile(file, { a: 2 });
  expect(readJsonFile(file, parse)).toEqual({ a: 2 });
  expect(readdirSync(join(file, '..'))).toEqual(['file.json']);
});

test.each(['', '{"a": ', '{"a": "b"}', '\0\0\0'])(
  'one that holds %j is named as damaged, or counts as none',
  (text) => {
    writeJsonFile(file, {});
    writeFileSync(file, text);
    expect(() => readJsonFile(file, parse)).toThrow(StartError);
    expect(() => readJsonFile(file, parse)).toThrow(`${file} is damaged`);
    expect(readJsonFileIfWhole(file, parse)).toBeUndefined();
  },
);
