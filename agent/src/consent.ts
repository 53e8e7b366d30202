import { agentRoutes, type Decision, type OpenItem, type RecordItem } from '@countersign/contract/agent';
import { nanoid } from 'nanoid';
import { asTaskGone, isConflict, isUnacceptable, type AgentApi } from './api.ts';
import { ASK_LIMIT_BYTES, fitTitle } from './fit-item.ts';
import { heedStop } from './heed-stop.ts';
import type { Inbox } from './inbox.ts';
import type { Outbox } from './outbox.ts';
import { isPublish } from './is-publish.ts';
import { unlessAborted } from './shutdown.ts';
import { stepId } from './tool-call.ts';

/** A decision, taken out of the server once: this run alone may act on it. */
export interface Consent {
  itemId: string;
  isApproved: boolean;
  reason: string | null;
  edits: Decision['edits'];
  /** False where the runner itself said no, and nobody was asked. */
  isDecided: boolean;
}

export interface Request {
  item: Omit<RecordItem, 'id' | 'needsApproval'> & { id: string };
  /** Same for the same step with the same bytes; what nobody waits for any more, asked or approved, is found by it. */
  fingerprint: string;
  /** Withdrawn: the turn was cancelled while the person was thinking. */
  signal: AbortSignal;
  /** Brings what is too long for one request to the server, under the id that the item has here; resolves with the rest of it. */
  sendLong?: (item: RecordItem) => Promise<RecordItem>;
  /** Called when it is known to which item the request belongs, before anybody is waited for. */
  onAsked?: (itemId: string) => void;
}

export interface Consents {
  /**
   * Asks and waits for the person. Throws the signal's reason when withdrawn, TooLarge when nobody could read what is asked, TaskFailed after
   * Stop.
   */
  obtain(request: Request): Promise<Consent>;
  /** Takes a decision out that is known already, e.g. from an earlier run; null when somebody has done so before. */
  release(decision: Pick<Decision, 'itemId' | 'hash'>): Promise<Consent | null>;
}

/** What is asked for is too big to be looked at before it is approved. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

export interface ConsentOptions {
  api: AgentApi;
  taskId: string;
  epoch: number;
  outbox: Outbox;
  inbox: Inbox;
  openItems: readonly OpenItem[];
  isReopened: boolean;
  /** Aborted when the work on the task ends. */
  signal: AbortSignal;
  /** Saves the task before a wait that may outlast this container. */
  beforeWait: () => void;
}

/** Asking for consent and taking it out (design §1): nothing is allowed by default, and one consent allows one act. */
export function createConsents(options: ConsentOptions): Consents {
  const { api, taskId, epoch, outbox, inbox } = options;
  /** Asked, by an earlier run or an agent that has gone, and not taken out: whoever asks the same is answered by it. */
  const unclaimed = new Map(options.openItems.filter(isUnused).map(({ id, reference }) => [id, reference]));
  /** Publishing that was rejected in an earlier run: nobody is asked a second time, unless the task was reopened since. */
  const rejected = options.openItems.filter((item) => isPublish(item) && item.isApproved === false);
  const unwanted = new Set(options.isReopened ? [] : rejected.map(({ id }) => id));

  const release: Consents['release'] = async ({ itemId, hash }) => {
    const body = { epoch, hash, nonce: nanoid(32) };
    try {
      const decision = await api.call(agentRoutes.release, { params: { taskId, itemId }, body });
      return toConsent(decision);
    } catch (error) {
      if (isConflict(error)) return null;
      return asTaskGone(error);
    }
  };

  const askOnce = async (request: Request, itemId: string): Promise<Consent | null> => {
    const whole = { ...request.item, id: itemId, title: fitTitle(request.item.title) };
    unclaimed.delete(itemId);
    let hash: string | null;
    try {
      const item = { ...((await request.sendLong?.(whole)) ?? whole), needsApproval: true };
      if (Buffer.byteLength(JSON.stringify(item)) > ASK_LIMIT_BYTES) throw new TooLarge(item.title);
      hash = await outbox.ask({ ...item, reference: request.fingerprint });
    } catch (error) {
      if (isConflict(error)) return null; // other bytes were asked for under this id
      if (isUnacceptable(error)) throw new TooLarge(whole.title);
      throw error;
    }
    request.onAsked?.(itemId);
    options.beforeWait();
    const decision = await decided(itemId, request);
    if (hash !== null && decision.hash !== hash) return null;
    const consent = await release(decision);
    // Nothing is done on a rejection: it holds, whoever took it out.
    return consent ?? (unwanted.has(itemId) ? toConsent(decision) : null);
  };

  const decided = async (itemId: string, { signal, fingerprint }: Request): Promise<Decision> => {
    try {
      return await unlessAborted(inbox.decisionOf(itemId), AbortSignal.any([signal, options.signal]));
    } catch (error) {
      unclaimed.set(itemId, fingerprint);
      throw error;
    } finally {
      inbox.forget(itemId);
    }
  };

  return {
    release,
    async obtain(request) {
      // A question that nobody waits for would stay open.
      request.signal.throwIfAborted();
      await heedStop(inbox);
      const same = [...unclaimed].find(([, fingerprint]) => fingerprint === request.fingerprint);
      let itemId = same?.[0] ?? request.item.id;
      for (let attempt = 1; ; attempt += 1) {
        const consent = await askOnce(request, itemId);
        if (consent !== null) return consent;
        // That consent was used before, and nobody knows what came of it: the person is asked again.
        itemId = stepId(request.item.id, 'again', String(epoch), String(attempt));
      }
    },
  };
}

/** Open, or approved and not taken out; of a rejection the agent is told. */
function isUnused({ grant, isApproved }: OpenItem): boolean {
  return grant === 'unused' && isApproved !== false;
}

function toConsent(decision: Decision): Consent {
  const { itemId, isApproved, rejectionReason, edits } = decision;
  return { itemId, isApproved, reason: rejectionReason, edits, isDecided: true };
}
