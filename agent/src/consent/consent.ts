import type { Answer } from '@countersign/contract';
import type { Decision, RecordItem } from '@countersign/contract/agent';
import { unlessAborted } from '../lib/lifetime.ts';
import { stepId } from '../lib/step-id.ts';
import type { AgentApi } from '../server/api.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { hearStop } from './hear-stop.ts';
import { isPublish } from './is-publish.ts';
import { putQuestion } from './put-question.ts';
import { createRedeem, toConsent } from './redeem.ts';
import { createStandings, hasEndedSince, type Standing, type StandingsOptions } from './standing.ts';
import { throwIfStopped } from './throw-if-stopped.ts';

/** A decision that this run has redeemed. Redeeming works once, so this run alone may act on it. */
export interface Consent {
  itemId: string;
  isApproved: boolean;
  reason: string | null;
  edits: Decision['edits'];
  /** What the person filled in, if an answer was asked for; else null. */
  answer: Answer | null;
  /** False if the runner itself refused, without asking the person. */
  isDecided: boolean;
  /**
   * Rejected by Stop, which rejects all open questions. If the work goes on, the runner asks its own questions again.
   */
  byStop?: boolean;
}

/** What the person is asked. */
export interface Request {
  item: Omit<RecordItem, 'id' | 'needsApproval'> & { id: string };
  /** Equal for the same step with the same bytes: an earlier question that still stands is found by it. */
  fingerprint: string;
  /** Aborted when the request is withdrawn because its turn was cancelled while the person was deciding. */
  signal: AbortSignal;
  /** Sends the file of an item that is too long for one request, under the item's id; resolves with the item's rest. */
  sendLong?: (item: RecordItem) => Promise<RecordItem>;
  /** Asks for an answer, not for an approval. */
  isForAnswer?: boolean;
  /** The open question about the same step, which this one replaces because the step has changed. */
  replaces?: string;
  /** Called when it is known which item stands for the request, before its decision is awaited. */
  onAsked?: (itemId: string) => void;
  /** Called on approval, before it is redeemed: does what must be done before the act may begin. */
  onApproved?: () => void;
}

export interface Consents {
  /**
   * Asks the person, waits for the decision and redeems it. What Stop has rejected of the runner's own requests is the
   * result only where the work goes on. Throws the signal's reason when withdrawn, TooLarge when the question is too
   * large to be read, DecidedMeanwhile when the question to be replaced has been decided, TaskFailed after Stop.
   */
  obtain(request: Request): Promise<Consent>;
  /**
   * Redeems a decision that is known already, such as one of an earlier run; null when it was redeemed before, or has
   * lapsed. `undone` means that its owner took it back meanwhile: the question is open again, and whatever asks the
   * same is answered by its next decision.
   */
  redeem(decision: Pick<Decision, 'itemId' | 'hash'>): Promise<Consent | 'undone' | null>;
  /**
   * A question was withdrawn, or could not be replaced, which the server knows by now: nothing is answered by it any
   * more. Resolves with the decision of a person who was quicker, redeemed; null where there is none.
   */
  withdraw(itemId: string): Promise<Consent | null>;
  /**
   * Asks the server for a Stop that the feed may not have brought yet, before the owner is asked something. Resolves
   * with true after a Stop since which the owner has written: the message comes first. Throws TaskFailed after any
   * other Stop.
   */
  hearsStop(): Promise<boolean>;
  /** What was asked before and still stands. */
  readonly standing: readonly Standing[];
}

export interface ConsentOptions extends StandingsOptions {
  api: AgentApi;
  taskId: string;
  epoch: number;
  reports: ReportQueue;
  feed: DecisionFeed;
  /** Aborted when the work on the task ends. */
  signal: AbortSignal;
  /** Saves the task before a wait that may outlast this container. */
  beforeWait: () => void;
}

/** How many times a question is linked, each time under another id, to the one it replaces. */
const LINK_ATTEMPTS = 3;
/** How long to wait to hear how a withdrawn question ended. */
const WITHDRAWN_MS = 5_000;

/** Asks for consent and redeems it (docs/decisions/006): nothing is allowed by default; one consent allows one act. */
export function createConsents(options: ConsentOptions): Consents {
  const { epoch, reports, feed, journal } = options;
  /** Unredeemed questions of an earlier run, or of an agent that is gone: they answer the same question. */
  const unclaimed = createStandings(options);
  /** Rejected publishing of an earlier run. The person is not asked again, unless the task has ended since. */
  const rejected = options.openItems.filter((item) => isPublish(item) && item.isApproved === false);
  const unwanted = new Set(rejected.filter((item) => !hasEndedSince(item, options)).map(({ id }) => id));

  const take = createRedeem(options);

  /**
   * Settles a question of the runner itself that Stop has rejected: no agent has to hear of it, and it is asked again
   * under another id.
   */
  const settleStopped = ({ itemId }: Consent) => {
    journal.lapsed.push(itemId);
    reports.reportOutcome(itemId, { outcome: 'told' });
  };

  const askOnce = async (
    request: Request,
    itemId: string,
    replaces: string | null,
  ): Promise<Consent | 'taken' | null> => {
    unclaimed.delete(itemId);
    const asked = await putQuestion(request, itemId, replaces, reports);
    if (asked === 'taken') return 'taken';
    const { hash } = asked;
    request.onAsked?.(itemId);
    if (isOwn(request)) await hearEarlierStop(request);
    options.beforeWait();
    for (;;) {
      const decision = await decided(itemId, request);
      if (decision.isApproved) request.onApproved?.();
      if (hash !== null && decision.hash !== hash) return null;
      const consent = await take(decision);
      // The question stands, and its owner decides again.
      if (consent === 'undone') continue;
      // A rejection allows nothing, so it holds even if an earlier run has redeemed it.
      const stands = unwanted.has(itemId) && !decision.isApproved;
      return asAskedFor(consent ?? (stands ? toConsent(decision) : null), request);
    }
  };

  const decided = async (itemId: string, { item, signal, fingerprint }: Request): Promise<Decision> => {
    try {
      return await unlessAborted(feed.decisionOf(itemId), AbortSignal.any([signal, options.signal]));
    } catch (error) {
      unclaimed.add({ ...item, id: itemId }, fingerprint);
      throw error;
    } finally {
      feed.forget(itemId);
    }
  };

  /** A question whose decision nobody awaits would stay open. */
  const throwIfOver = async ({ signal }: Request) => {
    signal.throwIfAborted();
    await throwIfStopped(feed);
  };

  /**
   * Stop rejects what is open by then, which what was asked a moment later is not. An agent's questions end with its
   * turn when Stop is heard; the runner's own would wait for a person who has stopped it.
   */
  const hearEarlierStop = async (request: Request) => {
    await hearStop(options);
    await throwIfOver(request);
  };

  return {
    async withdraw(itemId) {
      unclaimed.delete(itemId);
      const late = AbortSignal.timeout(WITHDRAWN_MS);
      try {
        // Also of one that was closed; there is nothing to redeem then.
        const decision = await unlessAborted(feed.decisionOf(itemId), AbortSignal.any([late, options.signal]));
        const consent = await take(decision);
        return consent === 'undone' ? null : consent;
      } catch (error) {
        if (error === late.reason) return null;
        throw error;
      } finally {
        feed.forget(itemId);
      }
    },
    async hearsStop() {
      await hearStop(options);
      const isStopped = feed.stopRequested;
      await throwIfStopped(feed);
      return isStopped;
    },
    get standing() {
      return unclaimed.all;
    },
    async redeem(decision) {
      const consent = await take(decision);
      const item = options.openItems.find(({ id }) => id === decision.itemId);
      if (consent === 'undone' && item !== undefined) {
        unclaimed.add(item, item.reference);
        unwanted.delete(item.id);
      }
      return consent;
    },
    async obtain(request) {
      await throwIfOver(request);
      const same = unclaimed.all.find(({ fingerprint }) => fingerprint === request.fingerprint);
      let others = 0;
      const another = () => stepId(request.item.id, 'again', String(epoch), String((others += 1)));
      const refused = rejected.find(({ id, reference }) => unwanted.has(id) && reference === request.fingerprint);
      let itemId = same?.itemId ?? refused?.id ?? request.item.id;
      // The decision about it no longer counts.
      while (journal.lapsed.includes(itemId)) itemId = another();
      let replaces = request.replaces ?? null;
      if (replaces !== null) unclaimed.delete(replaces);
      for (let attempt = 1; ; attempt += 1) {
        const consent = await askOnce(request, itemId, replaces);
        const stopped = isOwn(request) && consent !== 'taken' && consent?.byStop === true ? consent : null;
        if (stopped !== null) settleStopped(stopped);
        else if (consent !== null && consent !== 'taken') return consent;
        if (consent !== 'taken' && !request.signal.aborted) await hearStop(options);
        await throwIfOver(request);
        if (stopped !== null) return stopped;
        // It was redeemed before with an unknown result, or approved before a Stop, so the person is asked again. So
        // they are if an earlier run asked other bytes under this id: nobody waits for that question's decision any more.
        if (consent !== 'taken') replaces = null;
        else if (request.replaces === undefined) replaces = replaces === null ? itemId : null;
        else if (attempt === LINK_ATTEMPTS) replaces = null;
        itemId = another();
      }
    },
  };
}

const isOwn = ({ item }: Request) => item.enforcement === 'enforced';

/** An answer is data: in place of an approval it allows nothing, whatever it says; an approval is no answer either. */
function asAskedFor(consent: Consent | null, { isForAnswer = false }: Request): Consent | null {
  if (consent === null || !consent.isApproved || (consent.answer !== null) === isForAnswer) return consent;
  return { ...consent, isApproved: false, answer: null };
}
