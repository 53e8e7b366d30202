import type { DecisionHold, TaskItem } from '@countersign/contract';
import { reconcileIfPossible } from '../containers/reconcile/reconcile-if-possible.ts';
import { effectsAfter, transact, type Tx } from '../effects/transact.ts';
import { inTurn } from '../effects/transact-on-task.ts';
import { read } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict, DomainError, invalidField, notFound } from '../lib/errors.ts';
import { iso } from '../documents/time.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { serialize } from '../lib/serialize.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';
import { toCompleteReply, toShortReply } from '../task-items/read-item.ts';
import { afterwards, within } from '../lib/within.ts';
import { checkGivenAnswer } from './check-given-answer.ts';
import { decideLimits } from './decide-limits.ts';
import { moveDecidedTask } from './move-decided-task.ts';
import { asksToStopToo, hasAgent, stopAfter, stopWith } from './stop-with-rejection.ts';
import { releaseAtOf } from '../state/held-decision.ts';
import { writeDecision, type Verdict } from '../state/write-decision.ts';

export interface Asked extends Verdict {
  /** How long the decision is held back from the agent; null: not at all. */
  hold: DecisionHold | null;
}

/** Milliseconds for the decision with all its tries: a person waits, and Hosting cuts a request at 60 s. */
const DECIDE_MS = 10_000;
/** Milliseconds for what follows a decision, and for what its reply reads. */
const FOLLOW_MS = 4_000;

/**
 * Decides an item, once, in one transaction that checks the owner, that it is undecided, and the bytes that were shown.
 * The same decision again has no second effect; the opposite one is refused, naming the one that won. Throws
 * `not_found`, `conflict`, `already_decided`, `content_changed`, `invalid`, `rate_limited`, and `unavailable` when there
 * is no answer in time: the same decision may be sent again then, whatever became of the first.
 */
export async function decideItem(
  userId: string,
  itemId: string,
  decision: Asked,
  { decideMs = DECIDE_MS, followMs = FOLLOW_MS } = {},
): Promise<TaskItem> {
  const { projectId, taskId } = await findAsking(userId, itemId, { read });
  const { item, silent } = await effectsAfter((effects) =>
    serialize(`decide/${projectId}`, async () => {
      const former = decidedBefore(await findAsking(userId, itemId, { read }), decision);
      if (former && !asksToStopToo(former.item, decision)) return former;
      const once = () => transact((tx) => decide(tx, userId, itemId, decision), { withinMs: decideMs, effects });
      return inTurn(taskId, once);
    }),
  );
  // If it turns out to have ended, the decision starts it again.
  if (silent) await afterwards('What follows a decision', followMs, reconcileIfPossible(silent));
  // The decision is made: its reply must not be lost because a long text cannot be read at this moment.
  return within(followMs, toCompleteReply(item)).catch(() => toShortReply(item));
}

export interface Decided {
  item: TaskItemDocument;
  /** The container that is to go on, if it has not been heard from lately: Cloud Run is asked about it. */
  silent: ContainerDocument | null;
}

async function decide(tx: Tx, userId: string, itemId: string, decision: Asked): Promise<Decided> {
  const item = await findAsking(userId, itemId, tx);
  const former = decidedBefore(item, decision);
  if (former) return asksToStopToo(item, decision) ? stopAfter(tx, item, decision) : former;
  checkNotUndone(item, decision);
  checkHash(item, decision.hash);
  checkEdits(item, decision);
  await checkGivenAnswer(item, decision);
  const task = await tx.read(tasks().doc(item.taskId));
  if (!task) throw notFound('Task item');
  if (decision.stop && hasAgent(task)) return stopWith(tx, task, item, decision);
  if (isLimitsCard(item)) return { item: await decideLimits(tx, task, item, decision), silent: null };
  const releaseAt = releaseAtOf(decision.hold);
  const silent = await moveDecidedTask(tx, task, { isApproved: decision.isApproved, releaseAt });
  const held = { releaseAt, decisionKey: decision.hold?.key ?? null };
  return { item: writeDecision(tx, task, item, decision, held), silent };
}

/** An item that asks for approval. Throws `not_found`, `conflict`. */
export async function findAsking(userId: string, itemId: string, from: Pick<Tx, 'read'>): Promise<TaskItemDocument> {
  const item = await from.read(taskItems().doc(itemId));
  if (item?.userId !== userId) throw notFound('Task item');
  if (!item.needsApproval) throw conflict('This step does not ask for approval');
  return item;
}

/**
 * Null while undecided. The same decision about the same bytes changes nothing; the opposite one, another answer or
 * other words for a pull request throw `already_decided`, one about other bytes `content_changed`: it was never made.
 * A closed question was decided by nobody, so no decision is the same one: `conflict`.
 */
function decidedBefore(item: TaskItemDocument, decision: Asked): Decided | null {
  const { isApproved, rejectionReason, decidedAt } = item;
  if (isApproved === null) return null;
  if (item.replacedBy !== null) {
    const text = isLimitsCard(item)
      ? 'Other limits were proposed'
      : 'The agent has changed this in the meantime and has asked again';
    throw new DomainError('content_changed', text);
  }
  if (item.isClosed) throw conflict('This is no longer asked');
  checkHash(item, decision.hash);
  const isSame = isApproved === decision.isApproved && item.answer === decision.answer;
  if (isSame && areSame(item.edits, decision.edits)) return { item, silent: null };
  const word = !isApproved ? 'rejected' : item.answer === null ? 'approved' : 'answered';
  throw new DomainError('already_decided', `This was already ${word}`, {
    decision: { isApproved, rejectionReason, decidedAt: iso(decidedAt) },
  });
}

const areSame = (one: Verdict['edits'], other: Verdict['edits']) =>
  one?.title === other?.title && one?.body === other?.body;

function checkHash(item: TaskItemDocument, seen: string | null): void {
  if (seen !== null && seen !== item.hash) {
    throw new DomainError('content_changed', 'This has changed since it was shown; look at it again');
  }
}

/** A page that got no reply sends its decision again; if it has been undone since, it must not come back. */
function checkNotUndone({ undoneKeys }: TaskItemDocument, { hold }: Asked): void {
  if (hold !== null && undoneKeys.includes(hold.key)) throw conflict('This decision was undone');
}

function checkEdits({ toolKind }: TaskItemDocument, { edits }: Asked): void {
  if (edits && toolKind !== 'publish') throw invalidField('edits', 'Only a publish request can be edited');
}
