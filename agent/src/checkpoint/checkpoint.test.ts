import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { RecordItem } from '@countersign/contract/agent';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentApi } from '../server/api.ts';
import type { Log } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { startTestApi } from '../testing/agent-api.ts';
import { serve, type Served } from '../testing/serve.ts';
import { makeFolder, removeTestFolders, startRunner } from '../testing/start-runner.ts';
import { makeFolders, type Folders } from '../workspace/folders.ts';
import { createCheckpoints, type Checkpoints } from './checkpoint.ts';
import { newJournal } from './journal.ts';

let store: Served;
let status: number;
let received: IncomingHttpHeaders;
let folders: Folders;
let items: RecordItem[];
let told: string[];
let checkpoints: Checkpoints;

beforeEach(async () => {
  status = 200;
  items = [];
  told = [];
  store = await serve((req, res) => {
    received = req.headers;
    req.resume().on('end', () => res.writeHead(status).end());
  });
  const uploadUrl = `${store.url}/`;
  folders = await makeFolders(makeFolder(), 'task');
  mkdirSync(folders.home, { recursive: true });
  checkpoints = createCheckpoints({
    attribution: { running: () => new Set(), saved: async () => '{}' },
    api: {
      call: () => Promise.resolve({ object: 'it', uploadUrl, headers: { 'x-once': 'yes' } }),
    } as unknown as AgentApi,
    task: { id: 'task', epoch: 1 },
    workspace: { folders, checkouts: [], credentialsOf: () => Promise.resolve(null), user: null },
    journal: newJournal('demo'),
    limitBytes: 1024 * 1024,
    workspaceLimitBytes: 8 * 1024 * 1024,
    reports: { put: (item) => void items.push(item) },
    log: (() => undefined) as unknown as Log,
    redact: createRedactor(),
    signal: new AbortController().signal,
  });
});
afterEach(() => store.close());
afterAll(() => removeTestFolders());

const save = (name: string) => checkpoints.save(() => told.push(name));
const fill = (mebibytes: number) =>
  writeFileSync(join(folders.home, 'session'), randomBytes(Math.round(mebibytes * 1024 * 1024)));

it('says whether the work is stored, and to the person once why it is not and once when it is', async () => {
  expect(await save('first')).toBe(true);
  expect(await save('unchanged')).toBe(true);
  expect(told).toEqual(['first', 'unchanged']);
  fill(2);
  expect(await save('large')).toBe(false);
  expect(await save('still large')).toBe(false);
  expect(checkpoints.isTooLarge()).toBe(true);
  expect(items).toMatchObject([{ type: 'planning', title: 'The work could not be saved' }]);
  expect(items[0]?.content).toContain("the task's files take 2 MiB, packed, and at most 1 MiB can be saved");
  expect(told).toEqual(['first', 'unchanged']);
  fill(0.5);
  expect(await save('small')).toBe(true);
  expect(told).toEqual(['first', 'unchanged', 'large', 'still large', 'small']);
  expect(items).toMatchObject([{ id: items[1]?.id }, { title: 'The work is saved again' }]);
});

it('says that the home is larger than all files of a task may be', async () => {
  fill(9);
  expect(await save('work')).toBe(false);
  expect(items[0]?.content).toContain('could not be saved: an archive of the folder home takes more than 8 MiB.');
});

it('sends the headers that belong to the address', async () => {
  expect(await save('work')).toBe(true);
  expect(received['x-once']).toBe('yes');
});

it('takes as stored what an earlier upload stored whose answer was lost', async () => {
  status = 412;
  expect(await save('work')).toBe(true);
  expect(told).toEqual(['work']);
});

it('reports a result without the store when the task ends', async () => {
  status = 503;
  expect(await save('result')).toBe(false);
  expect(items[0]?.content).toContain('the object store answered 503');
  expect(told).toEqual([]);
  checkpoints.endWaiting();
  checkpoints.endWaiting();
  expect(told).toEqual(['result']);
});

it('the container is not given up while only it holds the work, and the task still ends with its results', async () => {
  const api = await startTestApi({ freeWaitSeconds: 1 });
  const task = api.state.addTask({ title: 'Create a.md with "a"' });
  const runner = startRunner(api.url, { CHECKPOINT_LIMIT_MIB: '0' });
  try {
    const asked = () => api.state.until(() => api.state.undecided(task.id)[0], 'a request');
    const first = await asked();
    await api.state.until(
      () => api.state.itemsOf(task.id).find(({ title }) => title === 'The work could not be saved'),
      'the news of it',
    );
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(api.state.exits).toEqual([]);
    api.state.decide(first.id, true);
    api.state.decide((await asked()).id, true);
    await api.state.until(() => task.status === 'completed', 'the end of the task');
    expect(api.state.items.get(first.id)?.grant).toBe('executed');
    expect(api.state.itemsOf(task.id).filter(({ title }) => title.includes('saved'))).toHaveLength(1);
  } finally {
    runner.process.kill('SIGKILL');
    await runner.exited;
    await api.close();
  }
});

it('saves nothing while files are changed that are put back, and afterwards what was asked for meanwhile', async () => {
  const order: string[] = [];
  const before = checkpoints.save(() => order.push('before'));
  let meanwhile = Promise.resolve(false);
  await checkpoints.withoutSaving(async () => {
    order.push('work');
    fill(2);
    meanwhile = checkpoints.save(() => order.push('meanwhile'));
    await readFile(join(folders.home, 'session'));
    fill(0.5);
  });
  expect(await Promise.all([before, meanwhile])).toEqual([true, true]);
  expect(order).toEqual(['before', 'work', 'meanwhile']);
  expect(items, 'the large file was never seen').toEqual([]);
});

it('calls at the end of the task what was to be told of a save, even if nothing was saved any more', async () => {
  await checkpoints.close();
  expect(await save('late')).toBe(false);
  expect(told).toEqual([]);
  checkpoints.endWaiting();
  expect(told).toEqual(['late']);
});
