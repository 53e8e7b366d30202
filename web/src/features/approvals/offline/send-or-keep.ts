import { TOAST_DURATION_MS, type TaskItem } from '@countersign/contract';
import { isUnanswered, NoTokenError } from '../../../lib/api.ts';
import { whyNotDecided } from '../decided.ts';
import {
  dropDecision,
  forgetSending,
  hasLapsed,
  keepDecision,
  keptDecisions,
  keptFor,
  type MadeDecision,
  noteDecision,
  noteSending,
} from './kept-decisions.ts';

/** Requests whose decision is on its way, or got no answer a moment ago. */
const underWay = new Set<string>();

/** Whether a decision about this request is being sent, or failed so recently that its failure is still on screen. */
export const isUnderWay = (id: string) => underWay.has(id);

/** The lock by which other tabs know the same; the browser frees it if this page is closed. */
export const lockOf = (id: string) => `countersign.decision.${id}`;

/** Returns the function that ends it. `onLocked` is called if the browser has locks, before other tabs may look. */
function begin(id: string, onLocked: () => void): () => void {
  let free = () => {};
  const ended = new Promise<void>((resolve) => (free = resolve));
  underWay.add(id);
  const locked = () => {
    onLocked();
    return ended;
  };
  if ('locks' in navigator) navigator.locks.request(lockOf(id), locked).catch(() => undefined);
  return () => {
    underWay.delete(id);
    free();
  };
}

/**
 * Sends a decision. Without a network, a token, or a way to send it, it is kept instead. If no answer comes, or the page
 * is hidden or closed before one does, it is kept as sent, because the server may have it; a page that ends without a
 * word has noted it (`recoverSent`). If it is refused after that, its failure stays until it is read. Null: it is kept;
 * `onUnanswered` is called if it was sent. `madeAt`: when the person decided, which may be long ago if the page was frozen
 * since; what is too old is kept and not sent.
 */
export async function sendOrKeep(
  made: MadeDecision,
  send: (() => Promise<TaskItem>) | null,
  onUnanswered: (error: unknown) => void,
  madeAt = Date.now(),
): Promise<TaskItem | null> {
  const unsent = { ...made, holdKey: undefined };
  if (send === null || !navigator.onLine || hasLapsed({ decidedAt: madeAt })) {
    keepDecision(unsent, undefined, madeAt);
    return null;
  }
  const uid = keptFor();
  let isKept = false;
  let isOver = false;
  // Somebody else may be signed in by now.
  const isOwn = () => uid !== null && uid === keptFor();
  const keep = () => {
    if (isKept || !isOwn()) return;
    keepDecision(made, madeAt);
    forgetSending(made.id);
    isKept = true;
  };
  const whenHidden = () => document.visibilityState === 'hidden' && keep();
  const end = begin(made.id, () => !isOver && !isKept && isOwn() && noteSending(made, madeAt));
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', whenHidden);
  try {
    const item = await send();
    isKept = false;
    // Also one that failed earlier: nothing is left to say of it.
    if (keptDecisions().some(({ id }) => id === made.id)) dropDecision(made.id);
    return item;
  } catch (error) {
    if (error instanceof NoTokenError && isOwn()) {
      keepDecision(unsent, undefined, madeAt);
      isKept = false;
      return null;
    }
    if (!isUnanswered(error)) {
      // The page was hidden meanwhile, and its card is gone: a message of a few seconds would not be read.
      if (isKept) noteDecision(made.id, { isSent: false, failure: whyNotDecided(error) });
      isKept = false;
      throw error;
    }
    keep();
    if (!isKept) throw error;
    onUnanswered(error);
    return null;
  } finally {
    isOver = true;
    forgetSending(made.id);
    window.removeEventListener('pagehide', keep);
    document.removeEventListener('visibilitychange', whenHidden);
    // The person is to read that it failed before it is sent again.
    if (isKept) setTimeout(end, TOAST_DURATION_MS);
    else end();
  }
}
