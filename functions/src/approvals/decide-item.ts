import type { TaskItem } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { read, transact, type Tx } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict, DomainError, invalidField, notFound } from '../errors.ts';
import { iso } from '../documents/time.ts';
import { taskItems, tasks } from '../firestore.ts';
import { inTurn } from '../in-turn.ts';
import { drain } from '../outbox/drain.ts';
import { touch, touchTask, type Change } from '../signals/touch.ts';
import { toCompleteReply } from '../task-items/read-item.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { moveDecidedTask } from './move-decided-task.ts';

export interface Decision {
  isApproved: boolean;
  rejectionReason: string | null;
  /** A pull request's title and text as the person wants them. */
  edits: TaskItemDocument['edits'];
  /** The bytes that the person saw; null: not told. */
  hash: string | null;
}

/**
 * Decides about an item, once, in one transaction (design §1.3): the owner, still undecided, the bytes that were shown.
 * The same decision again has no second effect; the other one is refused, naming the one that won. Throws `not_found`,
 * `conflict`, `already_decided`, `content_changed`, `invalid`.
 */
export async function decideItem(userId: string, itemId: string, decision: Decision): Promise<TaskItem> {
  const { projectId } = await findAsking(userId, itemId, { read });
  const { item, changes, promised } = await inTurn(`decide/${projectId}`, async () => {
    const settled = settledBefore(await findAsking(userId, itemId, { read }), decision);
    return settled ?? transact((tx) => decide(tx, userId, itemId, decision));
  });
  await Promise.all([touch(userId, changes), touchTask(userId, item.taskId, changes), drain(...promised)]);
  return toCompleteReply(item);
}

interface Decided {
  item: TaskItemDocument;
  changes: Change[];
  promised: OutboxDocument[];
}

async function decide(tx: Tx, userId: string, itemId: string, decision: Decision): Promise<Decided> {
  const item = await findAsking(userId, itemId, tx);
  const settled = settledBefore(item, decision);
  if (settled) return settled;
  checkHash(item, decision.hash);
  checkEdits(item, decision);
  const task = await tx.read(tasks().doc(item.taskId));
  if (!task) throw notFound('Task item');
  const moved = await moveDecidedTask(tx, task, decision.isApproved);
  const decided = write(tx, item, decision);
  const itemChange: Change = { kind: 'item', id: itemId, taskId: task.id };
  return { item: decided, changes: [itemChange, ...moved.changes], promised: moved.promised };
}

async function findAsking(userId: string, itemId: string, from: Pick<Tx, 'read'>): Promise<TaskItemDocument> {
  const item = await from.read(taskItems().doc(itemId));
  if (item?.userId !== userId) throw notFound('Task item');
  if (!item.needsApproval) throw conflict('This step does not ask for approval');
  return item;
}

/** Null while undecided. The same decision again changes nothing; the other one throws `already_decided`. */
function settledBefore(item: TaskItemDocument, decision: Decision): Decided | null {
  const { isApproved, rejectionReason, decidedAt } = item;
  if (isApproved === null) return null;
  if (isApproved === decision.isApproved) return { item, changes: [], promised: [] };
  throw new DomainError('already_decided', `This was already ${isApproved ? 'approved' : 'rejected'}`, {
    decision: { isApproved, rejectionReason, decidedAt: iso(decidedAt) },
  });
}

function checkHash(item: TaskItemDocument, seen: string | null): void {
  if (seen !== null && seen !== item.hash) {
    throw new DomainError('content_changed', 'This has changed since it was shown; look at it again');
  }
}

function checkEdits({ toolKind }: TaskItemDocument, { edits }: Decision): void {
  if (edits && toolKind !== 'publish') throw invalidField('edits', 'Only a publish request can be edited');
}

function write(tx: Tx, item: TaskItemDocument, { isApproved, rejectionReason, edits }: Decision): TaskItemDocument {
  const now = Timestamp.now();
  const change = { isApproved, rejectionReason, edits, decidedAt: now, updatedAt: now };
  tx.update(taskItems().doc(item.id), change);
  if (!isApproved) createItem(tx, rejectionOf(item, rejectionReason));
  recordEvent(tx, {
    userId: item.userId,
    actor: 'owner',
    action: isApproved ? 'item_approved' : 'item_rejected',
    subjectId: item.id,
    detail: { taskId: item.taskId, hash: item.hash },
  });
  return { ...item, ...change };
}

/** The rejection in the task's history, below what was rejected. */
function rejectionOf(item: TaskItemDocument, reason: string | null) {
  const owner = { id: item.taskId, userId: item.userId, projectId: item.projectId, containerId: item.containerId };
  return prepareItem(owner, {
    parentId: item.id,
    type: 'rejection',
    title: 'Rejected',
    content: reason,
    rejectionReason: reason,
    author: 'owner',
  });
}
