import { ApiError, approveItem, rejectItem, routes } from '@countersign/contract';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { keepComments } from '../../../entities/task-item/comments/kept-comments.ts';
import { api } from '../../../lib/api.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { toast } from '../../../ui/toaster/toast.ts';
import { decisionFailure, refreshAfterConflict, refreshAfterDecision } from '../decided.ts';
import { held } from '../undo/hold.ts';
import { dropDecision, hasLapsed, type KeptDecision, keptDecisions, noteDecision } from './kept-decisions.ts';
import { isUnderWay } from './send-or-keep.ts';

const LAPSED = 'It was kept for more than 10 minutes.';
const UNANSWERED = 'It was sent, but no answer came.';
const LOCK = 'countersign.kept-decisions';

/**
 * Sends kept decisions, one after the other, each with the hash that was on screen: the server
 * carries it out only if the request still waits, unchanged. Lapsed ones are never sent. Stops if the server cannot be
 * reached.
 */
export async function sendKept(queries: QueryClient): Promise<void> {
  for (const one of waiting()) if (hasLapsed(one)) noteDecision(one.id, { failure: one.isSent ? UNANSWERED : LAPSED });
  if (!navigator.onLine || waiting().length === 0) return;
  const send = () => sendAll(queries);
  // Two tabs would report the same decision twice.
  if (!('locks' in navigator)) return send();
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => (lock ? send() : undefined));
}

const waiting = () => keptDecisions().filter(({ id, failure }) => failure === null && !isUnderWay(id));

async function sendAll(queries: QueryClient): Promise<void> {
  for (const { id } of waiting()) {
    // It may have been taken back, or lapsed, while the previous one was sent.
    const decision = waiting().find((one) => one.id === id);
    if (!decision || hasLapsed(decision)) continue;
    try {
      noteDecision(id, { isSent: true });
      await send(decision);
      carriedOut(queries, decision);
    } catch (error) {
      if (isDecidedSo(error, decision)) carriedOut(queries, decision);
      else if (isFinal(error)) {
        noteDecision(id, { isSent: false, failure: reasonOf(error) });
        refreshAfterConflict(queries, error, decision);
      } else {
        // Turned away before the server looked at it. After any other error it may have been stored all the same.
        if (isTurnedAway(error)) noteDecision(id, { isSent: decision.isSent });
        return;
      }
    }
  }
}

function carriedOut(queries: QueryClient, decision: KeptDecision): void {
  // Removed from the queue before it is dropped here: in between it would be shown as undecided.
  refreshAfterDecision(queries, decision);
  keepComments(decision, []);
  dropDecision(decision.id);
  const done = decision.how === 'approve' ? 'Approved' : 'Rejected';
  toast.success(done, `“${visibleText(decision.title)}”, as you decided${decision.isSent ? '' : ' offline'}`);
}

/** Throws a ZodError, before anything is sent, if the stored value is no longer such a decision. */
async function send({ id, hash, how, body, holdKey }: KeptDecision): Promise<unknown> {
  // Not held again: by now the time in which it could be undone has passed.
  const call = {
    params: { id },
    ifMatch: hash,
    ...held(id, holdKey === undefined ? undefined : { seconds: 0, key: holdKey }),
  };
  if (how === 'approve') return api.call(routes.approveTaskItem, { ...call, body: approveItem.parse(body) });
  return api.call(routes.rejectTaskItem, { ...call, body: rejectItem.parse(body) });
}

/** The same was already decided: most likely by this very decision, whose reply was lost. */
const isDecidedSo = (error: unknown, { how }: KeptDecision) =>
  error instanceof ApiError && error.reply?.decision?.isApproved === (how === 'approve');

const isTurnedAway = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 429);

/** The server refused this decision, or the stored value is invalid: trying again would change nothing. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof z.core.$ZodError;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && !isTurnedAway(error);
}

/** The reason, as a sentence of its own. */
function reasonOf(error: unknown): string {
  const words = decisionFailure('', error).replace(/^\.\s*/, '');
  return words || 'The server refused it.';
}
