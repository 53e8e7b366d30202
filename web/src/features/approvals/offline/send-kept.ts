import { ApiError, approveItem, rejectItem, routes, type TaskItem } from '@countersign/contract';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { keepComments } from '../../../entities/task-item/comments/kept-comments.ts';
import { api, isNotFound, NoTokenError } from '../../../lib/api.ts';
import { currentAdmission, subscribeToAdmission } from '../../../lib/auth/admission.ts';
import { deviceSettings } from '../../../lib/device/device-settings.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { toast } from '../../../ui/toaster/toast.ts';
import { refreshAfterConflict, refreshAfterDecision, whyNotDecided } from '../decided.ts';
import { held, noteDecidedHere } from '../undo/hold.ts';
import { offerLate } from '../undo/undo.ts';
import { dropDecision, hasLapsed, type KeptDecision, keptDecisions, noteDecision } from './kept-decisions.ts';
import { isUnderWay, lockOf } from './send-or-keep.ts';

const LAPSED = 'It was kept for more than 10 minutes.';
const UNANSWERED = 'It was sent, but no answer came.';
const LOCK = 'countersign.kept-decisions';
/** Milliseconds that a decision may have been on its way before the server began to hold it. */
const ON_ITS_WAY_MS = 1_500;
/** A server may be unreachable although the browser believes it is online. */
const TRY_EVERY_MS = 10_000;

/**
 * Sends kept decisions, one after the other, each with the hash that was on screen: the server carries it out only if
 * the request still waits, unchanged. Lapsed ones are never sent. Stops if the server cannot be reached.
 */
export async function sendKept(queries: QueryClient): Promise<void> {
  for (const one of waiting()) if (hasLapsed(one)) noteDecision(one.id, { failure: one.isSent ? UNANSWERED : LAPSED });
  if (!navigator.onLine || waiting().length === 0) return;
  // Two tabs would report the same decision twice.
  await unlessLocked(LOCK, () => sendAll(queries));
}

/** Undefined if another tab has this lock. */
async function unlessLocked<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? run() : undefined));
}

const waiting = () => keptDecisions().filter(({ id, failure }) => failure === null && !isUnderWay(id));

async function sendAll(queries: QueryClient): Promise<void> {
  for (const { id } of waiting()) {
    // The tab in which it is still under way has the lock, and will hear of the answer.
    const isAnswered = await unlessLocked(lockOf(id), () => sendOne(queries, id));
    if (isAnswered === false) return;
  }
}

/** Returns whether the server can be reached, and answers this user. */
async function sendOne(queries: QueryClient, id: string): Promise<boolean> {
  // It may have been taken back, or lapsed, while the previous one was sent.
  const decision = waiting().find((one) => one.id === id);
  if (!decision || hasLapsed(decision)) return true;
  if (mayBeHeld(decision)) {
    if (await isHeldThere(decision)) hasArrived(queries, decision);
    return true;
  }
  try {
    noteDecision(id, { isSent: true });
    const item = await orRefused(send(decision));
    if (item === null) return false;
    carriedOut(queries, decision);
    // Its first call arrived late.
    if (item.releaseAt) offerLate(queries, (held) => held === id);
  } catch (error) {
    if (isFinal(error)) {
      // Deleted since: an earlier call of it may have been carried out.
      noteDecision(id, { isSent: isNotFound(error) && decision.isSent, failure: reasonOf(error) });
      refreshAfterConflict(queries, error, decision);
    } else {
      // Turned away before the server looked at it. After any other error it may have been stored all the same.
      if (isTurnedAway(error)) noteDecision(id, { isSent: decision.isSent });
      return false;
    }
  }
  return true;
}

/** Null as soon as the user is not admitted: such a call never settles, and the locks around it would never be freed. */
async function orRefused<Reply>(call: Promise<Reply>): Promise<Reply | null> {
  let stop = () => {};
  const refused = new Promise<null>((resolve) => {
    stop = subscribeToAdmission(() => currentAdmission().status === 'refused' && resolve(null));
  });
  return Promise.race([call, refused]).finally(stop);
}

/**
 * The server may have it and hold it back: a page that was reloaded offers to undo it. If it does not have it, sending
 * it now would decide before the time is over in which the person could have undone it.
 */
const mayBeHeld = (decision: KeptDecision) => heldForMs(decision) > 0;

const heldForMs = ({ holdKey, decidedAt }: KeptDecision) =>
  holdKey === undefined ? 0 : decidedAt + deviceSettings().undoSeconds * 1000 + ON_ITS_WAY_MS - Date.now();

/** In how many milliseconds to try again: after a while, or as soon as a hold must be over. */
export const untilNextTry = () =>
  Math.min(
    TRY_EVERY_MS,
    ...waiting()
      .filter(mayBeHeld)
      .map((decision) => heldForMs(decision)),
  );

/** If that cannot be asked, it is sent later. */
async function isHeldThere({ id, how }: KeptDecision): Promise<boolean> {
  const all = await orRefused(api.call(routes.listHeldDecisions).catch(() => []));
  return all?.some((one) => one.id === id && one.isApproved === (how === 'approve')) ?? false;
}

/** The server has it, and goes on by itself. */
function hasArrived(queries: QueryClient, decision: KeptDecision): void {
  // Removed from the queue before it is dropped here: in between it would be shown as undecided.
  refreshAfterDecision(queries, decision);
  keepComments(decision, []);
  dropDecision(decision.id);
}

function carriedOut(queries: QueryClient, decision: KeptDecision): void {
  // It leaves the queue by this, not on another device. Not noted earlier: what the server already holds is offered at
  // the start of a page.
  noteDecidedHere(decision.id);
  hasArrived(queries, decision);
  const done = decision.how === 'approve' ? 'Approved' : 'Rejected';
  toast.success(done, `“${visibleText(decision.title)}”, as you decided${decision.isSent ? '' : ' offline'}`);
}

/** Throws a ZodError, before anything is sent, if the stored value is no longer such a decision. */
async function send({ id, hash, how, body, holdKey }: KeptDecision): Promise<TaskItem> {
  // Not held again: by now the time in which it could be undone has passed.
  const call = {
    params: { id },
    ifMatch: hash,
    ...held(holdKey === undefined ? undefined : { seconds: 0, key: holdKey }),
  };
  if (how === 'approve') return api.call(routes.approveTaskItem, { ...call, body: approveItem.parse(body) });
  return api.call(routes.rejectTaskItem, { ...call, body: rejectItem.parse(body) });
}

const isTurnedAway = (error: unknown) =>
  error instanceof NoTokenError || (error instanceof ApiError && (error.status === 401 || error.status === 429));

/** The server refused this decision, or the stored value is invalid: trying again would change nothing. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof z.core.$ZodError;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && !isTurnedAway(error);
}

/** The reason, as a sentence of its own; a stored value that is no longer a decision was never sent. */
const reasonOf = (error: unknown) => (error instanceof ApiError ? whyNotDecided(error) : 'The server refused it.');
