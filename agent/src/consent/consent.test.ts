import { ApiError } from '@countersign/contract';
import {
  agentRoutes,
  type AgentMessage,
  type Decision,
  type OpenItem,
  type RecordItem,
} from '@countersign/contract/agent';
import { describe, expect, it } from 'vitest';
import type { AgentApi } from '../server/api.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { createStop } from '../server/stop.ts';
import { createConsents, type Request } from './consent.ts';

/** Records what was asked, and holds the decisions that are awaited. */
function setUp(given: { openItems?: OpenItem[]; isReopened?: boolean; lapsed?: string[] } = {}) {
  const journal = { lapsed: given.lapsed ?? [] };
  const stop = createStop();
  const asked: string[] = [];
  const waiting = new Map<string, (decision: Decision) => void>();
  const decided = new Map<string, Decision>();
  /** What the server refuses, because of the Stop of which it tells. */
  const takenBack = { ids: new Set<string>(), stop: false, wasRedeemed: false };
  const outcomes: [string, string][] = [];
  const unsaid: AgentMessage[] = [];
  /** What the owner has written, which the feed has not brought yet. */
  const written: AgentMessage[] = [];
  const reports: Partial<ReportQueue> = {
    ask: async ({ id }: RecordItem) => {
      asked.push(id);
      return 'hash';
    },
    reportOutcome: (itemId, { outcome }) => void outcomes.push([itemId, outcome]),
  };
  const feed: Partial<DecisionFeed> = {
    get stopRequested() {
      return stop.isRequested;
    },
    get stoppedAt() {
      return stop.pressedAt;
    },
    messages: {
      unsaid,
      take: (sent: AgentMessage[]) => unsaid.push(...sent) > 0,
    } as unknown as DecisionFeed['messages'],
    stop: stop.take,
    acknowledgeStop: async () => stop.acknowledge(stop.pressedAt),
    onStop: stop.onRequest,
    decisionOf: (itemId) => new Promise<Decision>((resolve) => waiting.set(itemId, resolve)),
    forget: (itemId) => void waiting.delete(itemId),
  };
  const api = {
    call: async (route: unknown, { params }: { params: { itemId: string } }) => {
      if (route === agentRoutes.heartbeat) return takenBack.stop ? { stop: true, stoppedAt: '1' } : { stop: false };
      if (route === agentRoutes.wait) return { messages: written };
      if (takenBack.ids.has(params.itemId)) {
        const { wasRedeemed } = takenBack;
        throw new ApiError(409, 'Conflict', { code: 'conflict', message: 'The task was stopped since', wasRedeemed });
      }
      const decision = decided.get(params.itemId);
      if (decision) return decision;
      throw new ApiError(409, 'Conflict', { code: 'conflict', message: 'Nobody has decided', isUndecided: true });
    },
  };
  const consents = createConsents({
    api: api as unknown as AgentApi,
    taskId: 'task',
    epoch: 1,
    reports: reports as ReportQueue,
    feed: feed as DecisionFeed,
    openItems: given.openItems ?? [],
    isReopened: given.isReopened ?? false,
    journal,
    signal: new AbortController().signal,
    beforeWait: () => undefined,
  });
  const approve = async (itemId: string, more: Pick<Decision, 'answer'> = {}) => {
    await expect.poll(() => waiting.has(itemId)).toBe(true);
    decided.set(itemId, { ...decisionOn(itemId), ...more });
    waiting.get(itemId)?.(decisionOn(itemId));
  };
  /** Stop rejects it; the feed brings that before the Stop. */
  const rejectByStop = async (itemId: string) => {
    await expect.poll(() => waiting.has(itemId)).toBe(true);
    takenBack.stop = true;
    const rejection = { ...decisionOn(itemId), isApproved: false, rejectionReason: 'Stopped', byStop: true };
    decided.set(itemId, rejection);
    waiting.get(itemId)?.(rejection);
  };
  /** Stop is pressed before the server has the next question, but the feed has not brought it yet. */
  const stopBefore = () => void (takenBack.stop = true);
  /** Approves, but the approval is undone before the runner can redeem it. */
  const approveAndUndo = async (itemId: string) => {
    await expect.poll(() => waiting.has(itemId)).toBe(true);
    waiting.get(itemId)?.(decisionOn(itemId));
    // Whoever waits from here on has asked again.
    waiting.delete(itemId);
  };
  /** Approves, but Stop is pressed before the runner can redeem it, and hears of it. */
  const approveAndStop = async (itemId: string, { wasRedeemed = false } = {}) => {
    Object.assign(takenBack, { ids: new Set([itemId]), stop: true, wasRedeemed });
    await approve(itemId);
  };
  const decide = { approve, approveAndUndo, approveAndStop, rejectByStop, stopBefore };
  return { asked, consents, ...decide, journal, stop, written, outcomes };
}

const decisionOn = (itemId: string): Decision => ({
  itemId,
  isApproved: true,
  rejectionReason: null,
  hash: 'hash',
  edits: null,
});
const request = (id: string, signal = new AbortController().signal): Request => ({
  item: { id, type: 'tool_call', title: 'ls' },
  fingerprint: 'the same',
  signal,
});

it('answers the same step by the question that nobody awaits any more, once', async () => {
  const { asked, consents, approve } = setUp();
  const turn = new AbortController();
  const withdrawn = consents.obtain(request('first', turn.signal));
  await expect.poll(() => asked).toEqual(['first']);
  turn.abort(new Error('The agent has gone'));
  await expect(withdrawn).rejects.toThrow('The agent has gone');
  const { fingerprint } = request('second');
  expect(consents.standing, 'while nobody awaits it').toMatchObject([{ itemId: 'first', fingerprint }]);
  const again = consents.obtain(request('second'));
  await approve('first');
  expect(await again).toMatchObject({ itemId: 'first', isApproved: true });
  expect(consents.standing, 'when it is answered').toEqual([]);
  const next = consents.obtain(request('third'));
  await approve('third');
  expect(await next, 'that consent was taken out').toMatchObject({ itemId: 'third' });
  expect(asked).toEqual(['first', 'first', 'third']);
});

describe('what was approved while no runner heard of it', () => {
  const before: OpenItem = {
    ...{ id: 'before', type: 'tool_call', title: 'ls', toolName: null, toolKind: null, hash: 'hash' },
    ...{ grant: 'unused', isApproved: true, rejectionReason: null, reference: 'the same', edits: null },
  };
  /** Asks for the same, under the same id unless another is given, and is approved. */
  async function asks({ asked, consents, approve }: ReturnType<typeof setUp>, id = 'before') {
    const step = consents.obtain(request(id));
    await expect.poll(() => asked).toHaveLength(1);
    await approve(asked[0] ?? '');
    expect(await step).toMatchObject({ itemId: asked[0], isApproved: true });
    return asked[0];
  }

  it('answers the same step of the next run', async () => {
    expect(await asks(setUp({ openItems: [before] }), 'now')).toBe('before');
  });

  it('answers nothing after its task was reopened, nor in later runs: the same is asked anew', async () => {
    const reopened = setUp({ openItems: [before], isReopened: true });
    expect(reopened.consents.standing).toEqual([]);
    expect(await asks(reopened)).not.toBe('before');
    const later = setUp({ openItems: [before], lapsed: reopened.journal.lapsed });
    expect(await asks(later)).not.toBe('before');
  });

  it('answers nothing if the task has ended since, also once the work after that is saved', async () => {
    const { consents, journal } = setUp({ openItems: [{ ...before, endedSince: true }] });
    expect(consents.standing).toEqual([]);
    expect(journal.lapsed).toEqual(['before']);
  });

  it.each([
    ['approved since', { endedSince: false }],
    ['still undecided', { isApproved: null, endedSince: false }],
    ['undecided, as an earlier server tells it', { isApproved: null }],
  ])('answers the same step if it was asked after the reopening, and is %s', async (_what, fields) => {
    const reopened = setUp({ openItems: [{ ...before, ...fields }], isReopened: true });
    expect(reopened.journal.lapsed).toEqual([]);
    expect(await asks(reopened, 'now')).toBe('before');
  });

  it('answers nothing after Stop, even if its owner has had the work go on', async () => {
    const stopped = setUp({ openItems: [before] });
    stopped.stop.take('1');
    stopped.stop.acknowledge('1');
    expect(await asks(stopped)).not.toBe('before');
  });

  it('is still known if it is an answer, which allows nothing', () => {
    const answered: OpenItem = {
      ...before,
      type: 'approval_request',
      toolKind: 'elicitation',
      answer: { word: 'blue' },
    };
    const { consents } = setUp({ openItems: [answered], isReopened: true });
    expect(consents.standing).toMatchObject([{ itemId: 'before' }]);
  });
});

it('a question that Stop has interrupted answers nothing afterwards', async () => {
  const { asked, consents, approve, stop } = setUp();
  const turn = new AbortController();
  stop.onRequest(() => turn.abort(new Error('Stopped')));
  const interrupted = consents.obtain(request('first', turn.signal));
  await expect.poll(() => asked).toEqual(['first']);
  stop.take('1');
  await expect(interrupted).rejects.toThrow('Stopped');
  stop.acknowledge('1');
  const again = consents.obtain(request('second'));
  await approve('second');
  expect(await again).toMatchObject({ itemId: 'second' });
});

describe('what was approved just before Stop', () => {
  it('ends the work, and is not asked about again, even if only the server knows of the Stop yet', async () => {
    const { asked, consents, approveAndStop, outcomes } = setUp();
    const step = consents.obtain(request('first'));
    step.catch(() => undefined);
    await approveAndStop('first');
    await expect(step).rejects.toThrow('Stopped by its owner');
    expect(asked).toEqual(['first']);
    expect(outcomes, 'it was not redeemed').toEqual([]);
  });

  it('is not carried out, and reported so, if it was redeemed by a call whose reply was lost', async () => {
    const { consents, approveAndStop, outcomes } = setUp();
    const step = consents.obtain(request('first'));
    step.catch(() => undefined);
    await approveAndStop('first', { wasRedeemed: true });
    await expect(step).rejects.toThrow('Stopped by its owner');
    expect(outcomes).toEqual([['first', 'not_executed']]);
  });

  it('is asked about anew where its owner has written since', async () => {
    const { asked, consents, approve, approveAndStop, written } = setUp();
    written.push({ id: 'message', text: 'Go on', createdAt: '2' });
    const step = consents.obtain(request('first'));
    await approveAndStop('first');
    await expect.poll(() => asked).toHaveLength(2);
    await approve(asked[1] ?? '');
    expect(await step).toMatchObject({ itemId: asked[1], isApproved: true });
  });
});

describe("a question of the runner's own that Stop has rejected", () => {
  const own = (id: string): Request => {
    const asked = request(id);
    return { ...asked, item: { ...asked.item, enforcement: 'enforced' } };
  };

  it('ends the work as stopped, even if only the server knows of the Stop yet', async () => {
    const { consents, rejectByStop, outcomes } = setUp();
    const step = consents.obtain(own('first'));
    step.catch(() => undefined);
    await rejectByStop('first');
    await expect(step).rejects.toThrow('Stopped by its owner');
    expect(outcomes, 'nobody has to be told of it').toEqual([['first', 'told']]);
  });

  it('is no rejection by its owner where that has written since: the same is asked anew', async () => {
    const { asked, consents, approve, rejectByStop, written, outcomes, journal } = setUp();
    written.push({ id: 'message', text: 'Go on', createdAt: '2' });
    const step = consents.obtain(own('first'));
    await rejectByStop('first');
    expect(await step).toMatchObject({ itemId: 'first', isApproved: false, byStop: true });
    expect([outcomes, journal.lapsed]).toEqual([[['first', 'told']], ['first']]);
    const again = consents.obtain(own('first'));
    await expect.poll(() => asked).toHaveLength(2);
    await approve(asked[1] ?? '');
    expect(await again).toMatchObject({ itemId: asked[1], isApproved: true });
  });

  it('or that came right after the Stop, which the server could not reject, does not wait for its owner', async () => {
    const { asked, consents, stopBefore } = setUp();
    stopBefore();
    await expect(consents.obtain(own('first'))).rejects.toThrow('Stopped by its owner');
    expect(asked).toEqual(['first']);
  });

  it('or that is not asked yet is not to be asked after a Stop that the feed has not brought', async () => {
    const stopped = setUp();
    expect(await stopped.consents.hearsStop()).toBe(false);
    stopped.stopBefore();
    await expect(stopped.consents.hearsStop()).rejects.toThrow('Stopped by its owner');
    const written = setUp();
    written.stopBefore();
    written.written.push({ id: 'message', text: 'Go on', createdAt: '2' });
    expect(await written.consents.hearsStop(), 'what its owner has written comes first').toBe(true);
  });

  it('or that came right after the Stop is answered all the same where its owner has written since', async () => {
    const { asked, consents, approve, stopBefore, written } = setUp();
    written.push({ id: 'message', text: 'Go on', createdAt: '2' });
    stopBefore();
    const step = consents.obtain(own('first'));
    await approve('first');
    expect(await step).toMatchObject({ itemId: 'first', isApproved: true });
    expect(asked).toEqual(['first']);
  });

  it("is told to the agent, unlike one of the runner's own, where it is about a step of that", async () => {
    const { consents, rejectByStop, outcomes } = setUp();
    const step = consents.obtain(request('first'));
    await rejectByStop('first');
    expect(await step).toMatchObject({ itemId: 'first', isApproved: false, reason: 'Stopped' });
    expect(outcomes).toEqual([]);
  });
});

it.each([
  ['Stop is pressed', {}, false, ['done']],
  ['it was stopped since, as the server tells', { endedSince: true }, false, ['done']],
  ['it has failed since, and was reopened', { endedSince: false }, true, []],
  ['it was stopped, has failed and was reopened', { endedSince: true }, true, ['done']],
])('a redeemed consent to publish lapses, or not, where %s', (_what, fields, isReopened, lapsed) => {
  const item: OpenItem = {
    ...{ id: 'done', type: 'approval_request', title: 'Publish', toolName: 'publish', toolKind: 'publish' },
    ...{ hash: 'hash', grant: 'released', isApproved: true, rejectionReason: null, reference: 'the same', edits: null },
    ...fields,
  };
  const { journal, stop } = setUp({ openItems: [item], isReopened });
  if (!('endedSince' in fields)) stop.take('1');
  expect(journal.lapsed).toEqual(lapsed);
});

it('does not ask again whether to publish what was rejected, under whichever id, until its task has ended', async () => {
  const rejected: OpenItem = {
    ...{ id: 'again', type: 'approval_request', title: 'Publish', toolName: 'publish', toolKind: 'publish' },
    ...{
      hash: 'hash',
      grant: 'released',
      isApproved: false,
      rejectionReason: 'No',
      reference: 'the same',
      edits: null,
    },
  };
  for (const { asked, consents } of [
    setUp({ openItems: [rejected] }),
    setUp({ openItems: [{ ...rejected, endedSince: false }], isReopened: true }),
  ]) {
    void consents.obtain(request('first'));
    await expect.poll(() => asked).toEqual(['again']);
  }
  const { consents, approveAndStop } = setUp({ openItems: [rejected] });
  const changed = consents.obtain(request('first'));
  changed.catch(() => undefined);
  await approveAndStop('again');
  await expect(changed, 'an approval that cannot be redeemed').rejects.toThrow('Stopped by its owner');
  const reopened = setUp({ openItems: [{ ...rejected, endedSince: true }], isReopened: true });
  void reopened.consents.obtain(request('first'));
  await expect.poll(() => reopened.asked).toEqual(['first']);
});

it('hears of a decision that was quicker than the withdrawal of its question, and of none where there is none', async () => {
  const { consents, approve, approveAndUndo } = setUp();
  const quicker = consents.withdraw('quicker');
  await approve('quicker');
  expect(await quicker).toMatchObject({ itemId: 'quicker', isApproved: true });
  const closed = consents.withdraw('closed');
  await approveAndUndo('closed');
  expect(await closed).toBeNull();
});

it('goes on waiting for the same question when its decision was undone at the last moment', async () => {
  const { asked, consents, approve, approveAndUndo } = setUp();
  const step = consents.obtain(request('first'));
  await approveAndUndo('first');
  await approve('first');
  expect(await step).toMatchObject({ itemId: 'first', isApproved: true });
  expect(asked).toEqual(['first']);
});

it('asks for each of two equal steps side by side', async () => {
  const { asked, consents, approve } = setUp();
  const both = Promise.all([consents.obtain(request('first')), consents.obtain(request('second'))]);
  await approve('first');
  await approve('second');
  await both;
  expect(asked).toEqual(['first', 'second']);
});

it('does not take an answer for an approval, or an approval for an answer', async () => {
  const { consents, approve } = setUp();
  const step = consents.obtain(request('answered'));
  await approve('answered', { answer: { said: 'approved' } });
  expect(await step).toMatchObject({ isApproved: false, answer: null });
  const question = { ...request('approved'), fingerprint: 'a question', isForAnswer: true };
  const asked = consents.obtain(question);
  await approve('approved');
  expect(await asked).toMatchObject({ isApproved: false, answer: null });
  const other = consents.obtain({ ...question, item: { ...question.item, id: 'filled' } });
  await approve('filled', { answer: { said: 'blue' } });
  expect(await other).toMatchObject({ isApproved: true, answer: { said: 'blue' } });
});

it('asks nobody for a turn that is over', async () => {
  const { asked, consents } = setUp();
  await expect(consents.obtain(request('first', AbortSignal.abort(new Error('Over'))))).rejects.toThrow('Over');
  expect(asked).toEqual([]);
});
