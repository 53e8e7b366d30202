import { ApiError, type HeldDecision } from '@countersign/contract';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { forgetWork } from '../../../lib/auth/session-traces.ts';
import { toast } from '../../../ui/toaster/toast.ts';
import { isDecidedHere } from '../undo/hold.ts';
import { dropDecision, KEPT_MS, keepDecision, keptDecisions, openKeptDecisions } from './kept-decisions.ts';
import { sendKept, untilNextTry } from './send-kept.ts';

const START = Date.UTC(2026, 10, 23, 12);

interface Sent {
  id: string;
  hash: string | undefined;
  body: unknown;
  at: number;
  hold?: string | undefined;
}

let sent: Sent[];
/** The server's reply: an error, or nothing if it accepts the decision. */
let answer: (id: string) => Error | undefined;
/** The server accepts decisions, but no reply arrives. */
let losesReply: boolean;
let isOnline: boolean;
/** What the server holds back from an agent. */
let held: HeldDecision[];

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  localStorage.clear();
  openKeptDecisions('ada');
  [sent, answer, isOnline, losesReply, held] = [[], () => undefined, true, false, []];
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(toast, 'success').mockImplementation(() => undefined);
  vi.spyOn(api, 'call').mockImplementation((async (
    route: { method: string; path: string },
    {
      params,
      ifMatch,
      body,
      headers,
    }: { params: { id: string }; ifMatch?: string; body: unknown; headers?: Record<string, string> } = {
      params: { id: '' },
      body: undefined,
    },
  ) => {
    if (route.method !== 'POST') return route.path.endsWith('/held') ? held : [];
    const failure = answer(params.id);
    if (failure) throw failure;
    sent.push({ id: params.id, hash: ifMatch, body, at: Date.now(), hold: headers?.['X-Decision-Hold'] });
    if (losesReply) throw new TypeError('Failed to fetch');
    return { releaseAt: held.find(({ id }) => id === params.id)?.releaseAt ?? null };
  }) as never);
});

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const decision = (id: string, more: Partial<Parameters<typeof keepDecision>[0]> = {}) => ({
  ...{ id, taskId: 'task', hash: `hash of ${id}`, title: id, how: 'approve' as const, body: {} },
  ...more,
});
const attempt = () => sendKept(new QueryClient());
const refused = (status: number, code: string) =>
  new ApiError(status, 'x', { code, message: 'It was taken back', requestId: 'r' } as never);

it('sends what was decided for the bytes that were on screen, in order, and forgets it', async () => {
  keepDecision(decision('weave'));
  keepDecision(decision('knit', { how: 'reject', body: { reason: 'Too late' } }));
  await attempt();
  expect(sent).toEqual([
    { id: 'weave', hash: 'hash of weave', body: {}, at: START },
    { id: 'knit', hash: 'hash of knit', body: { reason: 'Too late' }, at: START },
  ]);
  expect(keptDecisions()).toEqual([]);
});

it.each([
  [refused(409, 'content_changed'), 'It changed after you saw it; look at it again.'],
  [refused(404, 'not_found'), 'It was taken back'],
  [refused(400, 'invalid'), 'It was taken back'],
])('tells of each that was not carried out, and tries it no more: %s', async (error, words) => {
  answer = (id) => (id === 'weave' ? error : undefined);
  keepDecision(decision('weave'));
  keepDecision(decision('knit'));
  await attempt();
  await attempt();
  expect(sent.map(({ id }) => id)).toEqual(['knit']);
  expect(keptDecisions()).toMatchObject([{ id: 'weave', failure: words }]);
});

it.each([new TypeError('Failed to fetch'), refused(503, 'unavailable'), refused(429, 'rate_limited')])(
  'goes on waiting where the server cannot answer: %s',
  async (error) => {
    answer = () => error;
    keepDecision(decision('weave'));
    await attempt();
    expect(keptDecisions()).toMatchObject([{ failure: null }]);
    answer = () => undefined;
    await attempt();
    expect(sent).toHaveLength(1);
  },
);

const decided = (isApproved: boolean) =>
  new ApiError(409, 'Conflict', {
    ...{ code: 'already_decided', message: 'x', requestId: 'r' },
    decision: { isApproved },
  } as never);

it('says that another decision won, also with the same verdict: the same one would be answered as carried out', async () => {
  keepDecision(decision('weave', { body: { edits: { title: 'B' } } }));
  answer = () => decided(true);
  await attempt();
  expect(keptDecisions()).toMatchObject([{ failure: 'It was already approved.' }]);
});

it('does not say of one that was sent, and deleted since, that it was not carried out', async () => {
  keepDecision(decision('weave'), START);
  answer = () => refused(404, 'not_found');
  await attempt();
  expect(keptDecisions()).toMatchObject([{ isSent: true, failure: 'It was taken back' }]);
});

it('never says that it was not carried out where its answer was lost: asked again it was, or it may have been', async () => {
  losesReply = true;
  keepDecision(decision('weave'));
  await attempt();
  expect(keptDecisions()).toMatchObject([{ isSent: true, failure: null }]);
  losesReply = false;
  await attempt();
  expect(keptDecisions()).toEqual([]);
  losesReply = true;

  answer = () => undefined;
  keepDecision(decision('knit'));
  await attempt();
  vi.setSystemTime(START + KEPT_MS);
  await attempt();
  expect(keptDecisions()).toMatchObject([{ isSent: true, failure: 'It was sent, but no answer came.' }]);
  expect(sent.map(({ id }) => id)).toEqual(['weave', 'weave', 'knit']);
});

it('says so where it was decided otherwise meanwhile, or kept for too long', async () => {
  answer = () => decided(false);
  keepDecision(decision('weave'));
  await attempt();
  expect(keptDecisions()).toMatchObject([{ isSent: false, failure: 'It was already rejected.' }]);
  dropDecision('weave');
  keepDecision(decision('knit'));
  isOnline = false;
  vi.setSystemTime(START + KEPT_MS);
  await attempt();
  expect(keptDecisions()).toMatchObject([{ isSent: false, failure: 'It was kept for more than 10 minutes.' }]);
});

it('sends one that got no answer under the key of its hold, so that it decides nothing if it was undone since', async () => {
  answer = () => refused(409, 'conflict');
  keepDecision({ ...decision('weave'), holdKey: 'swipe' }, START - 60_000);
  expect(keptDecisions()).toMatchObject([{ isSent: true, decidedAt: START - 60_000 }]);
  await attempt();
  expect(keptDecisions()).toMatchObject([{ isSent: false, failure: 'It was taken back' }]);
  answer = () => undefined;
  keepDecision({ ...decision('weave'), holdKey: 'swipe' }, START - 60_000);
  await attempt();
  expect(sent).toMatchObject([{ id: 'weave', hold: '0 swipe' }]);
});

it('sends one that a reload cut off only when its hold must be over, and offers to undo it if it is not', async () => {
  keepDecision({ ...decision('reloaded'), holdKey: 'swipe' }, START);
  vi.setSystemTime(START + 3_000);
  await attempt();
  expect(sent).toEqual([]);
  expect(keptDecisions()).toMatchObject([{ isSent: true, failure: null }]);
  answer = () => new TypeError('Failed to fetch');
  vi.setSystemTime(START + 6_000);
  await attempt();
  expect(isDecidedHere('reloaded'), 'known to be decided').toBe(false);

  answer = () => undefined;
  const releaseAt = new Date(START + 8_000).toISOString();
  held = [{ id: 'reloaded', taskId: 'task', title: 'Reloaded', isApproved: true, releaseAt, leftMs: 2_000 }];
  await attempt();
  expect(isDecidedHere('reloaded')).toBe(true);
  const undoable = expect.objectContaining({ label: 'Undo' }) as unknown;
  await vi.waitFor(() => expect(toast.success).toHaveBeenLastCalledWith('Approved', '“Reloaded”', undoable), 10_000);
});

it('drops one that the server already holds: its page was left in the moment of the press, and Undo is offered', async () => {
  const holds = { id: 'left', taskId: 'task', title: 'Left', isApproved: true, releaseAt: 'later', leftMs: 2_000 };
  held = [{ ...holds, isApproved: false }];
  keepDecision({ ...decision('left'), holdKey: 'swipe' }, START);
  await attempt();
  expect(keptDecisions(), 'held otherwise').toMatchObject([{ id: 'left', failure: null }]);
  held = [holds];
  await attempt();
  expect([sent, keptDecisions()]).toEqual([[], []]);
  expect(isDecidedHere('left'), 'so that Undo is offered').toBe(false);
});

it('says when to try again: what may be held is sent as soon as its hold must be over', () => {
  expect(untilNextTry()).toBe(10_000);
  keepDecision(decision('weave'));
  expect(untilNextTry()).toBe(10_000);
  keepDecision({ ...decision('left'), holdKey: 'swipe' }, START);
  vi.setSystemTime(START + 1_000);
  expect(untilNextTry()).toBe(3_500);
  vi.setSystemTime(START + 5_000);
  expect(untilNextTry()).toBe(10_000);
});

it('takes nothing for a decision that it does not understand', async () => {
  keepDecision(decision('weave', { body: { reason: 1 } }));
  await attempt();
  localStorage.setItem('countersign.own.decisions', JSON.stringify([{ id: 'knit', how: 'approve' }]));
  await attempt();
  expect(sent).toEqual([]);
});

it('forgets what another user of this browser left', async () => {
  keepDecision(decision('weave'));
  openKeptDecisions('bob');
  await attempt();
  expect([sent, keptDecisions()]).toEqual([[], []]);
});

const ids = ['a', 'b', 'c'];
const step = fc.oneof(
  fc.record({ act: fc.constantFrom('decide' as const, 'take back' as const), id: fc.constantFrom(...ids) }),
  fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: -60_000, max: KEPT_MS }) }),
  fc.record({ act: fc.constant('network' as const), isOnline: fc.boolean() }),
  fc.record({ act: fc.constant('server' as const), error: fc.constantFrom('none', 'unreachable', 'changed') }),
  fc.record({ act: fc.constantFrom('attempt' as const, 'sign out' as const) }),
);

it('whatever happens in between: each is sent at most once, within its 10 minutes, and never after it was taken back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      localStorage.clear();
      vi.setSystemTime(START);
      [sent, answer, isOnline] = [[], () => undefined, true];
      const errors = { none: undefined, unreachable: new TypeError('x'), changed: refused(409, 'content_changed') };
      const alive = new Map<string, { hash: string; decidedAt: number }>();
      let count = 0;
      for (const one of steps) {
        if (one.act === 'decide') {
          const made = decision(one.id, { hash: `version ${(count += 1)}` });
          keepDecision(made);
          alive.set(one.id, { hash: made.hash, decidedAt: Date.now() });
        } else if (one.act === 'take back') {
          dropDecision(one.id);
          alive.delete(one.id);
        } else if (one.act === 'wait') vi.setSystemTime(Date.now() + one.ms);
        else if (one.act === 'network') ({ isOnline } = one);
        else if (one.act === 'server') answer = () => errors[one.error as keyof typeof errors];
        else if (one.act === 'sign out') {
          await forgetWork();
          alive.clear();
        } else {
          const before = sent.length;
          await attempt();
          for (const { id, hash, at } of sent.slice(before)) {
            const made = alive.get(id);
            expect(isOnline).toBe(true);
            expect(made?.hash).toBe(hash);
            expect(at).toBeGreaterThanOrEqual(made?.decidedAt ?? Infinity);
            expect(at).toBeLessThan((made?.decidedAt ?? 0) + KEPT_MS);
            alive.delete(id);
          }
        }
      }
    }),
    { numRuns: 300 },
  );
});
