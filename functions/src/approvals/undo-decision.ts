import type { TaskItem } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { effectsAfter, transact, type Tx } from '../effects/transact.ts';
import { inTurn } from '../effects/transact-on-task.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { serialize } from '../lib/serialize.ts';
import { changeTaskStatus } from '../state/change-task-status.ts';
import { isHeld, lastStopOrReopening, latestOf } from '../state/held-decision.ts';
import { openItems, type OpenItemDocument } from '../state/open-items.ts';
import { tellOfRequest } from '../state/tell-of-request.ts';
import { undecideItem } from '../state/undecide-item.ts';
import { read } from '../store/data.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { itemsBelow } from '../store/queries.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';
import { askToStartAnew, isStartRequest } from '../task-items/start-request.ts';
import { toCompleteReply } from '../task-items/read-item.ts';
import { findAsking } from './decide-item.ts';

/** How many undone decisions of one item are remembered: a page repeats one within seconds. */
const UNDONE_KEPT = 20;

/**
 * Undoes a decision that no agent has been told: the item is undecided, its task waits again, and what the decision
 * added to the history is removed; the audit trail keeps both. `releaseAt` names the decision. Undoing again changes
 * nothing. Throws `not_found`, `conflict`.
 */
export async function undoDecision(userId: string, itemId: string, releaseAt: string): Promise<TaskItem> {
  const { projectId, taskId } = await findAsking(userId, itemId, { read });
  const tried: Tried = { key: null };
  const item = await effectsAfter((effects) =>
    serialize(`decide/${projectId}`, () =>
      inTurn(taskId, () => transact((tx) => undo(tx, { userId, itemId, releaseAt }, tried), { effects })),
    ),
  );
  return toCompleteReply(item);
}

/** What an earlier try of the same call was about to undo: its commit may have been made without an answer. */
interface Tried {
  key: string | null;
}

async function undo(
  tx: Tx,
  { userId, itemId, releaseAt }: { userId: string; itemId: string; releaseAt: string },
  tried: Tried,
): Promise<TaskItemDocument> {
  const item = await findAsking(userId, itemId, tx);
  // Undone, and perhaps decided again since.
  if (tried.key !== null && item.undoneKeys.includes(tried.key)) return item;
  if (item.isApproved === null) {
    if (item.undoneKeys.length === 0) throw conflict('This has not been decided yet');
    return item;
  }
  if (item.isClosed) throw conflict('The agent no longer asks this');
  checkHeld(item);
  if (iso(item.releaseAt) !== releaseAt) throw conflict('This has been decided again since');
  const task = await tx.read(tasks().doc(item.taskId));
  if (!task) throw notFound('Task item');
  const asked = await tx.query(openItems(task.id));
  const below = await tx.query(itemsBelow(task.id, item.id));
  // Its time may have ended meanwhile, and the agent have been told.
  checkHeld(item);
  wait(tx, task, item, asked);
  tried.key = item.decisionKey;
  for (const { id } of below.filter(isRejection)) tx.delete(taskItems().doc(id));
  return takeBack(tx, task, item);
}

/** Throws `conflict` once the agent may know the decision. */
function checkHeld(item: TaskItemDocument): void {
  if (!isHeld(item) || item.grant !== 'unused')
    throw conflict('It is too late to undo this: the agent may already have the decision');
}

/** Makes the task wait for its owner again. Throws `conflict` where it has gone on in another way. */
function wait(tx: Tx, task: TaskDocument, item: TaskItemDocument, asked: readonly OpenItemDocument[]): void {
  const over = lastStopOrReopening(task);
  if (over !== null && item.decidedAt !== null && item.decidedAt <= over) {
    throw conflict('The task was stopped or reopened since: its agent no longer asks this');
  }
  const others = asked.filter((other) => other.id !== item.id && !isLimitsCard(other));
  const change = {
    undecidedCount: others.filter(({ isApproved }) => isApproved === null).length + 1,
    rejectedSincePark: Math.max(0, task.rejectedSincePark - (item.isApproved ? 0 : 1)),
    heldUntil: latestOf(null, ...others.map((other) => other.releaseAt)),
  };
  if (task.status === 'approved' || task.status === 'rejected') {
    changeTaskStatus(tx, task, { to: 'awaiting_approval', by: 'owner', on: 'undo' }, change);
  } else if (task.status === 'awaiting_approval') {
    tx.update(tasks().doc(task.id), { ...change, updatedAt: Timestamp.now() });
    tx.signal(task.userId, { kind: 'task', id: task.id });
  } else throw conflict(`The task is now ${task.status}: this can no longer be undone`);
}

const isRejection = ({ type, author }: TaskItemDocument) => type === 'rejection' && author === 'owner';

function takeBack(tx: Tx, task: TaskDocument, item: TaskItemDocument): TaskItemDocument {
  const undoneKeys = [...item.undoneKeys, item.decisionKey ?? ''].slice(-UNDONE_KEPT);
  const waiting = undecideItem(tx, task, item, { undoneKeys }, { actor: 'owner', detail: {} });
  // Its owner may have given the task other words since: what is shown is what is approved.
  const undecided = isStartRequest(item) ? askToStartAnew(tx, task, waiting) : waiting;
  tellOfRequest(tx, undecided);
  return undecided;
}
