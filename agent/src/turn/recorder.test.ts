import type { RecordItem } from '@countersign/contract/agent';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../server/redact.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { createCalls } from './calls.ts';
import { createRecorder } from './recorder.ts';

interface Circumstances {
  isCutShort?: boolean;
  /** The title of a question of an earlier run that still stands. */
  asked?: string | null;
  isTurnOver?: boolean;
  /** A rejected step that the turn begins with. */
  answers?: string;
  /** The call inside which another one is about to be asked about. */
  inside?: string;
}

/** The history after these updates: the last state of each item. */
async function recorded(
  updates: SessionUpdate[],
  { isCutShort = false, asked = null, isTurnOver = false, answers, inside }: Circumstances = {},
): Promise<RecordItem[]> {
  const items = new Map<string, RecordItem>();
  const reports = { put: (item: RecordItem) => void items.set(item.id, item) } as Partial<ReportQueue> as ReportQueue;
  const calls = createCalls({ id: 'task', epoch: 1 });
  const recorder = createRecorder({
    taskId: 'task',
    epoch: 1,
    workspace: '/nowhere',
    calls,
    reports,
    redact: createRedactor(['hunter2-hunter2']),
    log: Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined }),
    onHeardEnd: () => undefined,
    ends: { compareNews: () => undefined, fits: () => true, finish: async () => undefined },
    isAsked: (fields) => asked !== null && (fields === undefined || fields.title === asked),
    isCutShort: () => isCutShort,
    onStep: () => undefined,
  });
  recorder.turnBegins(1, answers === undefined ? null : { itemId: answers, type: 'tool_call', title: 'Rejected' });
  for (const update of updates) recorder.take(update);
  if (isTurnOver) recorder.turnEnds();
  await recorder.recorded();
  if (inside !== undefined) await recorder.recorded({ parentId: calls.known(inside)?.itemId ?? null });
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

describe("a list of what is to be done that is a tool's", () => {
  /** As opencode tells of it. */
  const list = (rawInput: unknown, status: 'completed' | 'failed' = 'completed'): SessionUpdate[] => [
    { ...begun('todowrite'), kind: 'other', rawInput: {} } as SessionUpdate,
    { ...told('in_progress'), kind: 'other', rawInput } as SessionUpdate,
    { ...told(status, { output: '[]' }), title: '2 todos', kind: 'other', rawInput } as SessionUpdate,
  ];
  const todo = (content: unknown, status: string) => ({ content, status, priority: 'high' });

  it('is recorded as the plan', async () => {
    const todos = [
      todo('Look around', 'completed'),
      todo('Write it', 'in_progress'),
      todo('Test it', 'pending'),
      todo('Ask', 'cancelled'),
    ];
    const items = await recorded([
      ...list({ todos: [] }),
      ...list({ todos: [todo('x', 'pending')] }),
      ...list({ todos }),
    ]);
    const plan = items.filter(({ type }) => type === 'planning');
    expect(plan.map(({ title, content }) => [title, content])).toEqual([
      ['Plan', '- [x] Look around\n- [~] Write it\n- [ ] Test it\n- [x] ~~Ask~~'],
    ]);
    expect(
      items.filter(({ title }) => title === 'todowrite'),
      'announced only',
    ).toEqual([]);
  });

  it.each([
    ['that failed', { todos: [todo('x', 'pending')] }, 'failed' as const],
    ['that is no list of texts', { todos: [todo(7, 'pending')] }, 'completed' as const],
    ['beside other arguments', { todos: [todo('x', 'pending')], path: '/etc' }, 'completed' as const],
  ])('%s is recorded as any other call', async (_case, rawInput, status) => {
    const items = await recorded(list(rawInput, status));
    expect(items).toMatchObject([{ type: 'tool_call', title: '2 todos', toolParameters: rawInput }]);
  });
});

describe('after a rejection', () => {
  const words = (text: string): SessionUpdate => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
  const said = async (updates: SessionUpdate[]) =>
    (await recorded(updates, { answers: 'rejected', isTurnOver: true })).map(({ id, content, chatResponse }) =>
      id === 'rejected' ? `answer: ${chatResponse}` : content,
    );

  it('takes the first words for its answer', async () => {
    expect(await said([words('I will '), words('leave it.'), begun('Read one'), words('All is done.')])).toEqual([
      'answer: I will leave it.',
      null,
      'All is done.',
    ]);
  });

  it('takes no words for its answer that come after another step', async () => {
    const steps = [begun('Read one'), told('completed', 'one'), begun('Read two'), told('completed', 'two')];
    expect(await said([...steps, words('All is done.')])).toContain('All is done.');
  });
});

it('records a call that cannot be shown by its title', async () => {
  const rawInput = {
    get path(): string {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  const items = await recorded([{ ...begun('Read one'), rawInput } as SessionUpdate]);
  expect(items).toMatchObject([{ title: 'Read one', content: 'What this step is about could not be shown.' }]);
});

describe('while a question of an earlier run still stands', () => {
  const titlesAfter = async (updates: SessionUpdate[], isTurnOver = false) =>
    (await recorded(updates, { asked: 'Read one', isTurnOver })).map(({ title }) => title);
  const begins = begun('Read');
  const runs = (title: string): SessionUpdate => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'call_0',
    title,
    status: 'in_progress',
  });

  it('does not record again what it asks, nor the pieces in which it comes', async () => {
    expect(await titlesAfter([begun('Read one')])).toEqual([]);
    expect(await titlesAfter([begins])).toEqual([]);
    expect(await titlesAfter([begins, runs('Read one')])).toEqual([]);
  });

  it('records another step once it is known, and whatever ends or is left unasked', async () => {
    expect(await titlesAfter([begins, runs('Read two')])).toEqual(['Read two']);
    expect(await titlesAfter([begun('Read two', 'in_progress')])).toEqual(['Read two']);
    expect(await titlesAfter([begins, told('completed', 'one')])).toEqual(['Read']);
    expect(await titlesAfter([begins, runs('Read one'), told('completed', 'one')])).toEqual(['Read one']);
    expect(await titlesAfter([begins], true), 'at the end of the turn').toEqual(['Read']);
    expect(await titlesAfter([begins, runs('Read one')], true)).toEqual(['Read one']);
  });

  it('records a step before what runs, or is asked about, inside it', async () => {
    const inside = (status: 'pending' | 'in_progress'): SessionUpdate => ({
      sessionUpdate: 'tool_call',
      toolCallId: 'call_1',
      title: 'Read two',
      status,
      _meta: { claudeCode: { parentToolUseId: 'call_0' } },
    });
    expect(await titlesAfter([begins, inside('in_progress')])).toEqual(['Read', 'Read two']);
    expect(await titlesAfter([begins, inside('pending')], true)).toEqual(['Read', 'Read two']);
    expect(await recorded([begins], { asked: 'Read one', inside: 'call_0' })).toMatchObject([{ title: 'Read' }]);
  });
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

it('shows nothing of a secret while what a call says of itself still grows', async () => {
  const runs: SessionUpdate = {
    sessionUpdate: 'tool_call',
    toolCallId: 'call_0',
    title: 'cat notes',
    status: 'in_progress',
    content: [{ type: 'content', content: { type: 'text', text: 'It is hunter2-hunt' } }],
  };
  expect(await recorded([runs])).toMatchObject([{ content: 'It is [redacted]' }]);
});
