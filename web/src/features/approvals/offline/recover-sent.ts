import { forgetSending, keepDecision, keptFor, parsed, SENDING_AS } from './kept-decisions.ts';
import { lockOf } from './send-or-keep.ts';

/**
 * Keeps, as sent without an answer, the decisions that a page was sending when it ended without a word, e.g. because
 * the browser crashed. What the signed-in user has not made is dropped.
 */
export async function recoverSent(): Promise<void> {
  if (!('locks' in navigator)) return;
  for (const entry of Object.keys(localStorage).filter((key) => key.startsWith(SENDING_AS))) {
    // A page that is still sending it has the lock, and forgets it before the lock is free.
    await navigator.locks.request(lockOf(entry.slice(SENDING_AS.length)), { ifAvailable: true }, (lock) => {
      const text = localStorage.getItem(entry);
      if (lock === null || text === null) return;
      const [decision] = parsed(`[${text}]`);
      if (decision !== undefined && decision.uid === keptFor()) keepDecision(decision, decision.decidedAt);
      forgetSending(entry.slice(SENDING_AS.length));
    });
  }
}
