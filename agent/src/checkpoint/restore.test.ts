import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { TaskFailed } from '../lib/failures.ts';
import { serve, type Served } from '../testing/serve.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { makeFolders, type Folders } from '../workspace/folders.ts';
import { newJournal } from './journal.ts';
import { fetchCheckpoint } from './restore.ts';

let store: Served;
/** What the store answers, one after the other; the last answer repeats. */
let answers: Array<{ status: number; body?: Buffer }>;
let folders: Folders;
let lost: string[];

beforeEach(async () => {
  lost = [];
  folders = await makeFolders(makeFolder(), 'task');
  store = await serve((_req, res) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    res.writeHead(answer?.status ?? 500).end(answer?.body);
  });
});
afterEach(() => store.close());
afterAll(() => removeTestFolders());

function packed(journal: object): Buffer {
  const folder = makeFolder();
  writeFileSync(join(folder, 'journal.json'), JSON.stringify(journal));
  execFileSync('tar', ['-czf', join(folder, 'it.tar.gz'), '-C', folder, 'journal.json']);
  return readFileSync(join(folder, 'it.tar.gz'));
}

function fetched(saved: Buffer, limitMs?: number) {
  const downloadUrl = `${store.url}/`;
  const sha256 = createHash('sha256').update(saved).digest('hex');
  const checkpoint = { object: 'it', size: saved.length, sha256, epoch: 1, downloadUrl };
  const { signal } = new AbortController();
  return fetchCheckpoint({ checkpoint }, folders, { signal, onLost: (problem) => lost.push(problem), limitMs });
}

it('waits for a store that does not answer', async () => {
  const saved = packed(newJournal('demo'));
  answers = [{ status: 503 }, { status: 503 }, { status: 200, body: saved.subarray(9) }, { status: 200, body: saved }];
  expect(await fetched(saved)).toMatchObject({ journal: { agent: 'demo' } });
  expect(lost).toEqual([]);
});

it('gives up the task rather than what was saved if the store stays unreachable', async () => {
  answers = [{ status: 503 }];
  const failed = fetched(packed(newJournal('demo')), 1_200);
  await expect(failed).rejects.toThrow(TaskFailed);
  await expect(failed).rejects.toThrow('the object store answered 503. It is still saved: reopen the task');
  expect(lost).toEqual([]);
});

it('starts over, and says so, if the checkpoint can never be read', async () => {
  const strange = packed({ version: 2 });
  answers = [{ status: 200, body: strange }];
  expect(await fetched(strange)).toBeNull();
  expect(lost).toEqual(['it was written by another version of Countersign']);
});

it('starts over, and says so, if the checkpoint is gone', async () => {
  answers = [{ status: 404 }];
  expect(await fetched(Buffer.from('gone'))).toBeNull();
  expect(lost).toEqual(['the object store no longer has it']);
});
