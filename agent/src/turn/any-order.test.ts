import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import type { RequestPermissionResponse, ToolCallStatus, ToolCallUpdate } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttribution } from '../attribution/attribution.ts';
import { createFiles } from '../attribution/files.ts';
import type { Consent, Request } from '../consent/consent.ts';
import { createRedactor } from '../server/redact.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import { createCalls } from './calls.ts';
import { createCurrentTurn } from './current-turn.ts';
import { createDivergences } from './divergence.ts';
import { createCallEnds } from './finish-call.ts';
import { answerPermission } from './permission.ts';
import { createRecorder } from './recorder.ts';
import { terminalOutputOf } from './tool-call.ts';
import { createTurn } from './turn.ts';

let workspace: string;
beforeAll(async () => void (workspace = await mkdtemp(join(tmpdir(), 'countersign-any-order-'))));
afterAll(() => rm(workspace, { recursive: true }));

/** Whatever an agent may send, a person decide and a turn do, in any order. */
type Act =
  | { does: 'tell'; id: string; status: ToolCallStatus; command: string | null }
  | { does: 'ask'; id: string; command: string }
  | { does: 'decide'; which: number; isApproved: boolean }
  | { does: 'turn' }
  | { does: 'pass' };

const id = fc.constantFrom('a', 'b', 'c');
const command = fc.constantFrom('ls', 'rm -r .');
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    does: fc.constant('tell' as const),
    id,
    status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed'),
    command: fc.option(command),
  }),
  fc.record({ does: fc.constant('ask' as const), id, command }),
  fc.record({ does: fc.constant('decide' as const), which: fc.nat(3), isApproved: fc.boolean() }),
  fc.constant<Act>({ does: 'turn' }),
  fc.constant<Act>({ does: 'pass' }),
);

/** Two requests about one call, answered at the same moment, after the agent has changed its mind. */
const otherThanBothApproved: Act[] = [
  { does: 'ask', id: 'a', command: 'ls' },
  { does: 'ask', id: 'a', command: 'ls' },
  { does: 'pass' },
  { does: 'tell', id: 'a', status: 'pending', command: 'rm -r .' },
  { does: 'decide', which: 0, isApproved: true },
  { does: 'decide', which: 0, isApproved: true },
];

function setUp() {
  const lines: string[] = [];
  const log = Object.assign((line: string) => void lines.push(line), {
    connect: () => undefined,
    flush: async () => undefined,
  });
  const open: Array<{ request: Request; answer: (consent: Consent) => void }> = [];
  const approved = new Set<string>();
  const outcomes: Array<{ itemId: string } & GrantOutcome> = [];
  const reportOutcome = (itemId: string, outcome: GrantOutcome) => void outcomes.push({ itemId, ...outcome });
  const reports = { put: () => undefined, reportOutcome } as unknown as ReportQueue;
  const current = createCurrentTurn();
  const calls = createCalls({ id: 'task', epoch: 1 });
  const divergences = createDivergences(workspace);
  const ends = createCallEnds({
    divergences,
    current,
    reports,
    reportWhenSaved: reportOutcome,
    redact: createRedactor(),
    log,
    onProgress: () => undefined,
  });
  const attribution = createAttribution({
    files: createFiles({ folders: { workspace }, checkouts: [] }),
    saved: null,
    log,
  });
  const recorder = createRecorder({
    taskId: 'task',
    epoch: 1,
    workspace,
    calls,
    reports,
    redact: createRedactor(),
    log,
    onHeardEnd: ({ itemId }) => attribution.closes(itemId),
    ends,
    isAsked: () => false,
    isCutShort: () => false,
    onStep: () => undefined,
  });
  const permissions = {
    workspace,
    checkouts: [{ folder: workspace }],
    consents: {
      obtain: (request: Request) =>
        new Promise<Consent>((resolve, reject) => {
          request.signal.throwIfAborted();
          request.onAsked?.(request.item.id);
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
          open.push({ request, answer: resolve });
        }),
      hearsStop: async () => false,
      redeem: async () => null,
      withdraw: async () => null,
      standing: [],
    },
    attribution,
    calls,
    recorder,
    divergences,
    reports,
    onDiverged: ends.diverge,
    log,
  };
  const options = [
    { optionId: 'yes', name: 'Once', kind: 'allow_once' as const },
    { optionId: 'no', name: 'No', kind: 'reject_once' as const },
  ];
  const answers: Array<Promise<RequestPermissionResponse>> = [];

  const requests = (toolCall: ToolCallUpdate) => {
    const answer = answerPermission({ sessionId: 's', toolCall, options }, current.turn, permissions);
    answer.catch(() => undefined);
    answers.push(answer);
  };
  const asks = async (toolCall: ToolCallUpdate) => {
    requests(toolCall);
    await expect.poll(() => open.length).toBe(1);
  };

  const does: { [Name in Act['does']]: (act: Extract<Act, { does: Name }>) => Promise<unknown> | void } = {
    tell: ({ id: toolCallId, status, command: told }) =>
      recorder.take({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        title: 'Run',
        kind: 'execute',
        status,
        ...(told === null ? {} : { rawInput: { command: told } }),
      }),
    ask: ({ id: toolCallId, command: asked }) =>
      requests({ toolCallId, title: 'Run', kind: 'execute', rawInput: { command: asked } }),
    decide({ which, isApproved }) {
      const [decided] = open.splice(which % Math.max(open.length, 1), 1);
      if (decided === undefined) return;
      const itemId = decided.request.item.id;
      if (isApproved) approved.add(itemId);
      decided.answer({ itemId, isApproved, reason: null, edits: null, answer: null, isDecided: true });
    },
    turn() {
      current.turn.cancel();
      recorder.turnEnds();
      current.begin(createTurn());
      recorder.turnBegins(1, null);
    },
    pass: () => tick(),
  };
  const finish = async () => {
    current.turn.cancel();
    const settled = await Promise.allSettled(answers);
    await recorder.recorded();
    return settled.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
  };
  const act = (one: Act) => does[one.does](one as never);
  return { does: act, asks, finish, lines, approved, outcomes, open, calls, recorder, answers };
}

it('whatever comes in whatever order, no call makes an illegal move, and only what was approved counts as executed', async () => {
  const anyOrder = fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
    const { does, finish, lines, approved, outcomes } = setUp();
    for (const one of acts) await does(one);
    expect(await finish()).toEqual([]);
    expect(lines.filter((line) => line.includes('could not be recorded'))).toEqual([]);
    for (const { itemId } of outcomes) expect(approved).toContain(itemId);
    for (const { itemId } of outcomes.filter(({ outcome }) => outcome === 'not_executed'))
      expect(
        outcomes.filter((other) => other.itemId === itemId),
        'and nothing else is told of it',
      ).toHaveLength(1);
  });
  await fc.assert(anyOrder, { numRuns: 1_000, seed: 12, examples: [[otherThanBothApproved]] });
});

describe('a command that its agent gives as the title alone', () => {
  const call = { toolCallId: 'a', kind: 'execute' as const };

  /** It is approved and runs. */
  async function run() {
    const parts = setUp();
    await parts.does({ does: 'turn' });
    await parts.asks({ ...call, title: 'ls' });
    await parts.does({ does: 'decide', which: 0, isApproved: true });
    await expect.poll(() => parts.calls.known('a')?.stage).toBe('released');
    const tells = (news: Partial<ToolCallUpdate>) =>
      parts.recorder.take({ sessionUpdate: 'tool_call_update', ...call, ...news });
    const outcomes = async () => {
      await parts.recorder.recorded();
      return parts.outcomes.map(({ outcome }) => outcome);
    };
    return { tells, outcomes };
  }

  it('is executed where the title stays, or tells at the end what came of it', async () => {
    for (const title of ['ls', 'Listed 3 files']) {
      const { tells, outcomes } = await run();
      tells({ status: 'in_progress', title: 'ls' });
      tells({ status: 'completed', title });
      expect(await outcomes()).toEqual(['executed']);
    }
  });

  it.each<Partial<ToolCallUpdate>>([
    { status: 'in_progress', title: 'rm -r .' },
    { status: 'in_progress', rawInput: { command: 'rm -r .' } },
    { status: 'completed', title: 'ls', rawInput: { command: 'rm -r .' } },
  ])('has diverged where another one begins, or has run: %j', async (news) => {
    const { tells, outcomes } = await run();
    tells(news);
    tells({ status: 'completed' });
    expect(await outcomes()).toEqual(['diverged']);
  });
});

describe('a further request about an approved call that has not ended', () => {
  const ends = (told: string | null = null): Act => ({ does: 'tell', id: 'a', status: 'completed', command: told });

  /** The first is approved and runs; the second is open. */
  async function askTwice() {
    const parts = setUp();
    const { does, open, calls } = parts;
    const itemIds: string[] = [];
    const asks = async (asked: string) => {
      await does({ does: 'ask', id: 'a', command: asked });
      await expect.poll(() => open.length).toBe(1);
      itemIds.push(open[0]?.request.item.id ?? '');
    };
    const approve = async () => {
      await does({ does: 'decide', which: 0, isApproved: true });
      await expect.poll(() => calls.known('a')?.stage).toBe('released');
    };
    await does({ does: 'turn' });
    await asks('ls');
    await approve();
    const writes = (news: Partial<ToolCallUpdate>) =>
      parts.recorder.take({ sessionUpdate: 'tool_call_update', toolCallId: 'a', ...news });
    writes({ _meta: { terminal_output_delta: { data: 'before' } } });
    await asks('rm -r .');
    const outcomes = async () => {
      await parts.recorder.recorded();
      return parts.outcomes.map(({ itemId, outcome }) => [itemIds.indexOf(itemId), outcome]);
    };
    const responses = () => parts.outcomes.map(({ toolResponse }) => toolResponse);
    return { ...parts, approve, writes, outcomes, responses };
  }

  it('leaves it running, and is asked about under an id of its own', async () => {
    const { calls, open, approved } = await askTwice();
    expect([calls.isBusy(), calls.runsApproved()]).toEqual([true, true]);
    expect(approved).not.toContain(open[0]?.request.item.id);
  });

  it('ends with it if its agent gives up both before it is decided: nothing is run on a later approval', async () => {
    const { does, outcomes, calls, answers } = await askTwice();
    await does({ does: 'tell', id: 'a', status: 'in_progress', command: 'ls' });
    await does(ends());
    expect(await outcomes()).toEqual([[0, 'executed']]);
    await does({ does: 'decide', which: 0, isApproved: true });
    expect(await answers[1]).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(await outcomes()).toEqual([
      [0, 'executed'],
      [1, 'not_executed'],
    ]);
    expect([calls.isBusy(), calls.runsApproved()]).toEqual([false, false]);
  });

  it.each<[Partial<ToolCallUpdate>, string]>([
    [{ _meta: { terminal_output_delta: { data: ' after' } } }, 'before after'],
    [{ content: [{ type: 'content', content: { type: 'text', text: 'shown' } }] }, 'shown'],
  ])('is not changed by what that one writes meanwhile: %j', async (news, output) => {
    const { does, outcomes, writes, calls, responses } = await askTwice();
    const asked = calls.known('a')?.call ?? null;
    writes(news);
    expect(calls.known('a')?.call).toBe(asked);
    expect(terminalOutputOf(asked), 'nor has it what was written before').toBe('');
    await does(ends());
    await outcomes();
    expect(responses()).toEqual([{ output }]);
  });

  it('ends with it if its agent waits for both answers', async () => {
    const { does, approve, outcomes, calls, responses } = await askTwice();
    await approve();
    await does(ends('rm -r .'));
    expect(await outcomes()).toEqual([
      [0, 'executed'],
      [1, 'executed'],
    ]);
    expect(calls.runsApproved()).toBe(false);
    const first = 'before\nIt ended together with a later step of the same call, which has what the agent reported.';
    expect(responses()).toEqual([{ output: first }, { status: 'completed' }]);
  });

  it('does not cover that it has run something else', async () => {
    const { does, outcomes } = await askTwice();
    await does(ends('rm -r .'));
    expect(await outcomes()).toEqual([[0, 'diverged']]);
  });
});
