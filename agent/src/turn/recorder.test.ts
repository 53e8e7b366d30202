import type { RecordItem } from '@countersign/contract/agent';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { createRedactor } from '../server/redact.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { createCalls } from './calls.ts';
import { createRecorder } from './recorder.ts';

/** The history after these updates: the last state of each item. */
async function recorded(
  updates: SessionUpdate[],
  { isCutShort = false, asked = '' }: { isCutShort?: boolean; asked?: string } = {},
): Promise<RecordItem[]> {
  const items = new Map<string, RecordItem>();
  const reports = { put: (item: RecordItem) => void items.set(item.id, item) } as Partial<ReportQueue> as ReportQueue;
  const recorder = createRecorder({
    taskId: 'task',
    epoch: 1,
    workspace: '/nowhere',
    calls: createCalls({ id: 'task', epoch: 1 }),
    reports,
    redact: createRedactor(),
    log: Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined }),
    onHeardEnd: () => undefined,
    onEnded: async () => undefined,
    onReleasedNews: () => undefined,
    isAsked: ({ title }) => title === asked,
    isCutShort: () => isCutShort,
    onStep: () => undefined,
  });
  for (const update of updates) recorder.take(update);
  await recorder.recorded();
  return [...items.values()];
}

const begun = (title: string, status: 'pending' | 'in_progress' | 'completed' = 'pending'): SessionUpdate => ({
  sessionUpdate: 'tool_call',
  toolCallId: 'call_0',
  title,
  kind: 'read',
  status,
});
const told = (status: 'in_progress' | 'completed' | 'failed', rawOutput?: unknown): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'call_0',
  status,
  rawOutput,
});

it('records a call that begins under the id of one that is over', async () => {
  const items = await recorded([
    begun('Read one'),
    told('completed', 'one'),
    begun('Read two', 'in_progress'),
    told('in_progress'),
    told('completed', 'two'),
    begun('Read three'),
  ]);
  expect(items.map(({ title, toolResponse }) => [title, toolResponse])).toEqual([
    ['Read one', { output: 'one' }],
    ['Read two', { output: 'two' }],
    ['Read three', undefined],
  ]);
});

it('does not record a call again whose question of an earlier run still stands, unless it then ends unasked', async () => {
  const titlesAfter = async (...updates: SessionUpdate[]) =>
    (await recorded(updates, { asked: 'Read one' })).map(({ title }) => title);
  expect(await titlesAfter(begun('Read one'))).toEqual([]);
  expect(await titlesAfter(begun('Read two'))).toEqual(['Read two']);
  expect(await titlesAfter(begun('Read one'), told('completed', 'one'))).toEqual(['Read one']);
});

it('records a call once even if its beginning comes in pieces and its end is repeated', async () => {
  const items = await recorded([
    begun('Read one'),
    begun('Read one', 'in_progress'),
    told('completed', 'one'),
    told('in_progress'),
    told('completed', 'again'),
    begun('Read one', 'completed'),
  ]);
  expect(items).toMatchObject([{ title: 'Read one', toolResponse: { output: 'one' } }]);
});

it('says of a step that its agent gave up, unasked, when another was rejected that this is why', async () => {
  const failed = [begun('Write a'), told('failed', { error: 'The user rejected permission' })];
  expect(await recorded(failed)).toMatchObject([
    { toolResponse: { status: 'failed', output: { error: 'The user rejected permission' } } },
  ]);
  const output = 'Not done: the agent dropped this step when another one was rejected. Nobody was asked about it.';
  expect(await recorded(failed, { isCutShort: true })).toMatchObject([
    { title: 'Write a', toolResponse: { status: 'failed', output } },
  ]);
  const done = [begun('Read a'), told('completed', 'one')];
  expect(await recorded(done, { isCutShort: true })).toMatchObject([{ toolResponse: { output: 'one' } }]);
});
