import type { TaskItem } from '@countersign/contract';
import { settleIfPossible } from '../containers/settle-if-possible.ts';
import { read, transact, type Tx } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict, DomainError, invalidField, notFound } from '../errors.ts';
import { iso } from '../documents/time.ts';
import { taskItems, tasks } from '../firestore.ts';
import { inTurn } from '../in-turn.ts';
import { drain } from '../outbox/drain.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { toCompleteReply } from '../task-items/read-item.ts';
import { moveDecidedTask } from './move-decided-task.ts';
import { writeDecision, type Verdict } from './write-decision.ts';

export interface Asked extends Verdict {
  /** The bytes that the person saw; null: not told. */
  hash: string | null;
}

/**
 * Decides about an item, once, in one transaction (design §1.3): the owner, still undecided, the bytes that were shown.
 * The same decision again has no second effect; the other one is refused, naming the one that won. Throws `not_found`,
 * `conflict`, `already_decided`, `content_changed`, `invalid`.
 */
export async function decideItem(userId: string, itemId: string, decision: Asked): Promise<TaskItem> {
  const { projectId } = await findAsking(userId, itemId, { read });
  const { item, changes, promised, silent } = await inTurn(`decide/${projectId}`, async () => {
    const settled = settledBefore(await findAsking(userId, itemId, { read }), decision);
    return settled ?? transact((tx) => decide(tx, userId, itemId, decision));
  });
  await Promise.all([touchAll(userId, item.taskId, changes), drain(...promised)]);
  // When it has ended, what was decided starts it again.
  if (silent) await settleIfPossible(silent);
  return toCompleteReply(item);
}

interface Decided {
  item: TaskItemDocument;
  changes: Change[];
  promised: OutboxDocument[];
  silent: ContainerDocument | null;
}

async function decide(tx: Tx, userId: string, itemId: string, decision: Asked): Promise<Decided> {
  const item = await findAsking(userId, itemId, tx);
  const settled = settledBefore(item, decision);
  if (settled) return settled;
  checkHash(item, decision.hash);
  checkEdits(item, decision);
  const task = await tx.read(tasks().doc(item.taskId));
  if (!task) throw notFound('Task item');
  const moved = await moveDecidedTask(tx, task, decision.isApproved);
  const decided = writeDecision(tx, item, decision);
  const itemChange: Change = { kind: 'item', id: itemId, taskId: task.id };
  return { item: decided, ...moved, changes: [itemChange, ...moved.changes] };
}

async function findAsking(userId: string, itemId: string, from: Pick<Tx, 'read'>): Promise<TaskItemDocument> {
  const item = await from.read(taskItems().doc(itemId));
  if (item?.userId !== userId) throw notFound('Task item');
  if (!item.needsApproval) throw conflict('This step does not ask for approval');
  return item;
}

/** Null while undecided. The same decision again changes nothing; the other one throws `already_decided`. */
function settledBefore(item: TaskItemDocument, decision: Asked): Decided | null {
  const { isApproved, rejectionReason, decidedAt } = item;
  if (isApproved === null) return null;
  if (isApproved === decision.isApproved) return { item, changes: [], promised: [], silent: null };
  throw new DomainError('already_decided', `This was already ${isApproved ? 'approved' : 'rejected'}`, {
    decision: { isApproved, rejectionReason, decidedAt: iso(decidedAt) },
  });
}

function checkHash(item: TaskItemDocument, seen: string | null): void {
  if (seen !== null && seen !== item.hash) {
    throw new DomainError('content_changed', 'This has changed since it was shown; look at it again');
  }
}

function checkEdits({ toolKind }: TaskItemDocument, { edits }: Asked): void {
  if (edits && toolKind !== 'publish') throw invalidField('edits', 'Only a publish request can be edited');
}
