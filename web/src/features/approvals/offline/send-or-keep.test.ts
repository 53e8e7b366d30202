import { ApiError, TOAST_DURATION_MS, type TaskItem } from '@countersign/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, NoTokenError } from '../../../lib/api.ts';
import { admissionEra, admit, beginAdmission, refuse } from '../../../lib/auth/admission.ts';
import { forgetWork } from '../../../lib/auth/session-traces.ts';
import { deferred } from '../../../lib/timing/deferred.ts';
import { KEPT_MS, keepDecision, keptDecisions, type MadeDecision, openKeptDecisions } from './kept-decisions.ts';
import { recoverSent } from './recover-sent.ts';
import { sendKept } from './send-kept.ts';
import { lockOf, sendOrKeep } from './send-or-keep.ts';

const START = Date.UTC(2026, 10, 23, 12);
let close: () => void;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  // Another file's tests may have left something.
  localStorage.clear();
  close = openKeptDecisions('ada');
});
afterEach(() => {
  // No decision of one test is under way in the next.
  vi.runAllTimers();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page of another file's tests may still be waiting for its answers. */
const keptHere = () => keptDecisions().filter(({ hash }) => hash === made.hash);

const made: MadeDecision = {
  ...{ id: 'weave', taskId: 'task', hash: 'sent or kept', title: 'Weave', how: 'approve', body: {}, holdKey: 'swipe' },
};
const lost = new TypeError('Failed to fetch');

/** Sends a decision; the test answers it. */
function decide() {
  const { promise, resolve, reject } = deferred<TaskItem>();
  const unanswered = vi.fn();
  const outcome = sendOrKeep(made, () => promise, unanswered).catch((error: unknown) => error);
  return { outcome, unanswered, answer: () => resolve({ id: 'weave' } as TaskItem), fail: reject };
}

it('keeps nothing of a decision that is answered, whatever the answer', async () => {
  const accepted = decide();
  accepted.answer();
  expect(await accepted.outcome).toEqual({ id: 'weave' });
  const refused = decide();
  refused.fail(new ApiError(503, '', null));
  expect(await refused.outcome).toBeInstanceOf(ApiError);
  expect(keptHere()).toEqual([]);
});

it('keeps one that got no answer, from when it was made, and sends it again only after its failure could be read', async () => {
  const { outcome, unanswered, fail } = decide();
  vi.setSystemTime(START + 60_000);
  fail(lost);
  expect(await outcome).toBeNull();
  expect(unanswered).toHaveBeenCalledWith(lost);
  expect(keptDecisions()).toEqual([{ ...made, uid: 'ada', decidedAt: START, isSent: true, failure: null }]);
  const call = vi.spyOn(api, 'call').mockResolvedValue({} as never);
  await sendKept(new QueryClient());
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(TOAST_DURATION_MS);
  await sendKept(new QueryClient());
  expect(call).toHaveBeenCalled();
});

it('keeps one as not sent that was turned away for want of a token', async () => {
  const { outcome, unanswered, fail } = decide();
  fail(new NoTokenError('The sign-in service could not be reached.'));
  expect(await outcome).toBeNull();
  expect(unanswered).not.toHaveBeenCalled();
  expect(keptHere()).toMatchObject([{ id: 'weave', isSent: false, failure: null }]);
  expect(keptHere()[0]).not.toHaveProperty('holdKey');
  const call = vi.spyOn(api, 'call').mockRejectedValue(new NoTokenError('The sign-in service could not be reached.'));
  await sendKept(new QueryClient());
  expect(call).toHaveBeenCalledTimes(1);
  expect(keptHere()).toMatchObject([{ isSent: false, failure: null }]);
});

it('keeps the time at which it was made where a frozen page goes on much later, and sends nothing then', async () => {
  const { outcome, fail } = decide();
  vi.setSystemTime(START + KEPT_MS);
  fail(new NoTokenError('The sign-in service could not be reached.'));
  expect(await outcome).toBeNull();
  expect(keptHere()).toMatchObject([{ decidedAt: START, isSent: false }]);
  const send = vi.fn();
  expect(await sendOrKeep({ ...made, id: 'knit' }, send, vi.fn(), START)).toBeNull();
  expect(send).not.toHaveBeenCalled();
  const call = vi.spyOn(api, 'call');
  await sendKept(new QueryClient());
  expect(call).not.toHaveBeenCalled();
  expect(keptHere().map(({ failure }) => failure)).toEqual([
    'It was kept for more than 10 minutes.',
    'It was kept for more than 10 minutes.',
  ]);
});

it('leaves nothing to say of an earlier try that failed', async () => {
  keepDecision({ ...made, holdKey: undefined }, undefined, START - KEPT_MS);
  await sendKept(new QueryClient());
  expect(keptHere()).toMatchObject([{ failure: 'It was kept for more than 10 minutes.' }]);
  const { outcome, answer } = decide();
  answer();
  await outcome;
  expect(keptHere()).toEqual([]);
});

it.each(['pagehide', 'visibilitychange'])(
  'has it stored before the page goes away (%s), and forgets it if an answer still comes',
  async (event) => {
    const { outcome, answer } = decide();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event(event, { bubbles: true }));
    expect(keptHere()).toMatchObject([{ id: 'weave', isSent: true }]);
    answer();
    await outcome;
    expect(keptHere()).toEqual([]);
  },
);

it('keeps why it was refused where the page was hidden meanwhile: its card is gone, and a toast would not be read', async () => {
  const { outcome, fail } = decide();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  fail(new ApiError(503, '', { code: 'unavailable', message: 'Try again in a moment.' } as never));
  expect(await outcome).toBeInstanceOf(ApiError);
  expect(keptHere()).toMatchObject([{ id: 'weave', isSent: false, failure: 'Try again in a moment.' }]);
  // It was decided again: the first decision needs no message any more.
  const again = decide();
  again.answer();
  await again.outcome;
  expect(keptHere()).toEqual([]);
});

/** For tests: the locks that all tabs of a browser share. */
function newLocks() {
  const taken = new Set<string>();
  const request = async (name: string, ...more: unknown[]) => {
    const run = more.at(-1) as (lock: object | null) => unknown;
    if (taken.has(name)) return run(null);
    taken.add(name);
    return Promise.resolve(run({ name })).finally(() => taken.delete(name));
  };
  return { request };
}

it('is locked for other tabs until its failure could be read', async () => {
  const locks = newLocks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  const isFree = () => locks.request(lockOf('weave'), async (lock: object | null) => lock !== null);
  const { outcome, fail } = decide();
  expect(await isFree()).toBe(false);
  fail(lost);
  await outcome;
  expect(await isFree(), 'before the failure could be read').toBe(false);
  vi.advanceTimersByTime(TOAST_DURATION_MS);
  await vi.waitFor(async () => expect(await isFree()).toBe(true), 10_000);
});

it('is sent again by no tab as long as it is under way in another one', async () => {
  const locks = newLocks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  const call = vi.spyOn(api, 'call').mockResolvedValue({} as never);
  const sent = () => call.mock.calls.filter(([{ method }]) => method === 'POST').length;
  const elsewhere = deferred();
  const isUnderWay = locks.request(lockOf('weave'), () => elsewhere.promise);
  keepDecision(made, START);
  vi.setSystemTime(START + 60_000);
  await sendKept(new QueryClient());
  expect(sent()).toBe(0);
  elsewhere.resolve();
  await isUnderWay;
  await sendKept(new QueryClient());
  expect(sent()).toBe(1);
});

it('is sent by a user who is admitted again, although the call that was refused never ends', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: newLocks() });
  const call = vi.spyOn(api, 'call').mockReturnValueOnce(new Promise<never>(() => undefined));
  call.mockResolvedValue({} as never);
  const keep = () => keepDecision({ ...made, holdKey: undefined });
  beginAdmission('ada');
  keep();
  const refused = sendKept(new QueryClient());
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1), 10_000);
  refuse(admissionEra(), 'Not any more');
  await refused;
  admit(admissionEra());
  keep();
  await sendKept(new QueryClient());
  expect(keptHere()).toEqual([]);
  expect(call.mock.calls.filter(([{ method }]) => method === 'POST')).toHaveLength(2);
  beginAdmission(null);
});

const entries = () => Object.keys(localStorage);

it('is stored from its beginning, and found after a crash by the user who made it', async () => {
  const locks = newLocks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  const { answer, outcome } = decide();
  await recoverSent();
  expect(keptDecisions(), 'it is only on its way').toEqual([]);
  const stored = { ...localStorage } as Record<string, string>;
  expect(Object.keys(stored)).toHaveLength(1);
  answer();
  await outcome;
  expect(entries()).toEqual([]);

  // As the browser finds it after a crash.
  const crash = () => Object.entries(stored).forEach(([key, text]) => localStorage.setItem(key, text));
  await vi.waitFor(
    () => locks.request(lockOf('weave'), async (lock: object | null) => expect(lock).not.toBeNull()),
    10_000,
  );
  vi.setSystemTime(START + 60_000);
  crash();
  await recoverSent();
  expect(keptDecisions()).toEqual([{ ...made, uid: 'ada', decidedAt: START, isSent: true, failure: null }]);
  await recoverSent();
  expect(entries()).toHaveLength(1);

  localStorage.clear();
  crash();
  openKeptDecisions('bob');
  await recoverSent();
  expect([keptDecisions(), entries()]).toEqual([[], []]);

  openKeptDecisions('ada');
  crash();
  await forgetWork();
  await recoverSent();
  expect([keptDecisions(), entries()], 'after a sign-out').toEqual([[], []]);
});

it('leaves no trace of a decision that somebody else would find, nor of one that was kept', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: newLocks() });
  const { outcome, fail } = decide();
  window.dispatchEvent(new Event('pagehide'));
  expect(entries()).toHaveLength(1);
  fail(lost);
  await outcome;
  await recoverSent();
  expect(keptHere()).toHaveLength(1);
  expect(entries()).toHaveLength(1);
  vi.advanceTimersByTime(TOAST_DURATION_MS);
  localStorage.clear();
  close();
  const other = decide();
  expect(entries()).toEqual([]);
  other.fail(lost);
  await other.outcome;
});

it('keeps nothing for somebody who has signed out, nor for the next user', async () => {
  const one = decide();
  close();
  one.fail(lost);
  expect(await one.outcome).toBe(lost);
  openKeptDecisions('ada');
  const other = decide();
  openKeptDecisions('bob');
  other.fail(lost);
  expect(await other.outcome).toBe(lost);
  expect(keptDecisions()).toEqual([]);
});
