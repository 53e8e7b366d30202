import { Timestamp } from 'firebase-admin/firestore';
import { checkpointStore, deleteCheckpointsOf } from '../../checkpoints/checkpoint-store.ts';
import { closeOpenItems } from '../../state/close-open-items.ts';
import { transact, type Tx } from '../../effects/transact.ts';
import { pageByPage } from '../../erasing/page-by-page.ts';
import { actAtOnce } from '../../lib/at-once.ts';
import type { Handler } from '../../outbox/handler.ts';
import { read } from '../../store/data.ts';
import { isAtWork, taskDocument, type TaskDocument } from '../../documents/task.ts';
import { fieldsOf, projects, tasks } from '../../store/firestore.ts';
import { containerTasksIn, undecidedItemsOf } from '../../store/queries.ts';
import { createItem, prepareItem } from '../../task-items/write-item.ts';
import { changeTaskStatus } from '../../state/change-task-status.ts';
import { readHeldApprovals } from '../../state/read-open-questions.ts';
import { tellOfWork } from '../../state/tell-of-work.ts';
import { idleRun } from '../../state/idle-run.ts';

const REASON = 'Container deleted';
/** Tasks whose files are deleted concurrently. */
const AT_ONCE = 5;

const ownedDocument = taskDocument.pick({ id: true, status: true, keptByHand: true, parkedContainerId: true });
const failedDocument = taskDocument.pick({ id: true, epoch: true });

/** Tasks behind which the leftovers of a container are deleted, where time was up: nothing stored says which those are. */
const places = new Map<string, string>();

/**
 * Ends the tasks that a deleted container had begun: they fail with a completion item that says why, and their
 * undecided items are closed as rejected. What they saved goes with the container. Tasks it had not begun, and those that
 * their owner keeps by hand, are free of it. Throws OutOfTime: those that are left are found again.
 */
export async function failTasksOfContainer(containerId: string, deadline: number): Promise<void> {
  const owned = containerTasksIn(containerId, ['pending', 'running', 'awaiting_approval', 'approved', 'rejected']);
  await pageByPage('tasks', fieldsOf(owned, ownedDocument), deadline, async (page) => {
    for (const task of page) if (isAffected(task)) await transact((tx) => endTask(tx, task.id, containerId));
  });
}

/** False for a task whose start was rejected: nobody may claim it, and reopening it also frees it from the container. */
const isAffected = (task: Pick<TaskDocument, keyof typeof ownedDocument.shape>) =>
  task.status !== 'rejected' || isAtWork(task);

/**
 * Deletes whatever else was uploaded for those tasks, once nothing runs any more that could upload more. One that was
 * reopened meanwhile may have saved anew, and keeps what it has. Throws OutOfTime, and goes on there the next time.
 */
export async function deleteLeftoversOfFailed(containerId: string, deadline: number): Promise<void> {
  const failed = fieldsOf(containerTasksIn(containerId, ['failed']), failedDocument);
  const deleteOfPage = async (page: { id: string; epoch: number }[]) => {
    // Nothing can be uploaded before the first claim.
    const begun = page.filter(({ epoch }) => epoch > 0);
    await actAtOnce(begun, AT_ONCE, ({ id }) => deleteLeftovers(id));
    places.set(containerId, page.at(-1)?.id ?? '');
  };
  await pageByPage('leftovers', failed, deadline, deleteOfPage, places.get(containerId));
  places.delete(containerId);
}

async function deleteLeftovers(id: string): Promise<void> {
  const task = await read(tasks().doc(id));
  if (task?.status === 'failed' && !task.checkpoint) await deleteCheckpointsOf(id);
}

/** Outbox: deletes what a task had saved (`object`). Throws when the object store cannot be asked: it is tried again. */
export const deleteSaved: Handler = async ({ object }) => {
  if (object !== null) await checkpointStore().remove(object);
  return 'done';
};

async function endTask(tx: Tx, taskId: string, containerId: string): Promise<void> {
  const task = await tx.read(tasks().doc(taskId));
  if (!task || task.containerId !== containerId) return;
  if (!isAtWork(task)) return release(tx, task);
  const undecided = await tx.query(undecidedItemsOf(taskId));
  const held = await readHeldApprovals(tx, task);
  closeOpenItems(tx, task, [...undecided, ...held], REASON);
  const content = ['The container was deleted while it worked on this task.', closedText(undecided.length), next(task)]
    .filter((sentence) => sentence !== '')
    .join(' ');
  const completion = prepareItem(task, { type: 'completion', title: REASON, content, author: 'system' });
  createItem(tx, completion);
  tx.signal(task.userId, { kind: 'item', id: completion.header.id, taskId });
  // Promised here: if the task is reopened before the execution has ended, nothing else remembers the object.
  if (task.checkpoint) {
    tx.enqueue(task.userId, 'delete_checkpoint', taskId, { object: task.checkpoint.object, afterMs: 0 });
  }
  const move = { to: 'failed', by: 'system', on: 'container_deleted' } as const;
  changeTaskStatus(tx, task, move, { ...idleRun, checkpoint: null, epoch: task.epoch + 1 });
}

async function release(tx: Tx, task: TaskDocument): Promise<void> {
  if (!isAffected(task)) return;
  // The project no longer exists if it was deleted together with its containers.
  const project = await tx.read(projects().doc(task.projectId));
  if (project) tellOfWork(tx, project.id);
  tx.update(tasks().doc(task.id), { containerId: null, updatedAt: Timestamp.now() });
  tx.signal(task.userId, { kind: 'task', id: task.id });
}

function closedText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'Its open request was closed.' : `Its ${count} open requests were closed.`;
}

const next = ({ checkpoint }: TaskDocument) =>
  checkpoint === null
    ? 'Nothing of its work was saved: reopen the task to begin again.'
    : 'What it had saved was deleted with it: reopen the task to begin again.';
