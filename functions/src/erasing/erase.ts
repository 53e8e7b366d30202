import { LOG_CHUNKS } from '@countersign/contract';
import { deleteCheckpointsOf } from '../checkpoints/checkpoint-store.ts';
import { ADDRESS_SECONDS } from '../checkpoints/object-store.ts';
import type { Writer } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { containerLogs, containers, db, repositories, taskItemBodies, taskItems, tasks } from '../store/firestore.ts';
import { deleteSecret } from '../secrets/store.ts';
import { chunkIds } from '../task-items/bodies.ts';

/**
 * Milliseconds after which nothing more can be uploaded to an address given out before: it expires, and a slow upload
 * ends.
 */
const UPLOADED_MS = (ADDRESS_SECONDS + 5 * 60) * 1000;

/** Each of these deletes one thing, with the documents attached to it that no query of their own would find. */

/** With its long fields. */
export function eraseItem(writer: Writer, item: TaskItemDocument): void {
  for (const id of chunkIds(item.bodies)) writer.delete(taskItemBodies(item.id).doc(id));
  writer.delete(taskItems().doc(item.id));
}

/** Erases an item whose owner remains: devices that show it as waiting get a replacement. */
export function eraseNotifiedItem(writer: Writer, item: TaskItemDocument): void {
  const { id, userId, isApproved, notifiedAt } = item;
  if (isApproved === null && notifiedAt !== null) writer.enqueue(userId, 'notify', id, { object: 'closed' });
  eraseItem(writer, item);
}

/** Without its items, which queries find; what its agent may still be uploading is deleted later. */
export function eraseTask(writer: Writer, { id, userId, epoch }: TaskDocument): void {
  eraseTaskSignal(writer, userId, id);
  if (epoch > 0) promiseLeftovers(writer, userId, id);
  writer.delete(tasks().doc(id));
}

/** An agent may be about to upload something: it is deleted once that is over. Nothing else would know of it. */
export function promiseLeftovers(writer: Writer, userId: string, taskId: string): void {
  writer.enqueue(userId, 'delete_task_leftovers', taskId, { afterMs: UPLOADED_MS });
}

/** Deletes the files of tasks now if the object store answers; leftovers are deleted later in any case. */
export async function eraseCheckpoints(found: TaskDocument[]): Promise<void> {
  for (const { id, epoch } of found) if (epoch > 0 && !(await deleteCheckpointsOf(id))) return; // the next would fail as well
}

/** The signal of the task’s own page. */
export function eraseTaskSignal(writer: Writer, userId: string, taskId: string): void {
  writer.delete(db().doc(`signals/${userId}/tasks/${taskId}`));
}

/** With its token. */
export function eraseRepository(writer: Writer, { id }: RepositoryDocument): void {
  deleteSecret(writer, 'repository-token', id);
  writer.delete(repositories().doc(id));
}

/** The log is a ring, so the ids of its chunks are known. */
export function eraseContainer(writer: Writer, { id }: ContainerDocument): void {
  for (let slot = 0; slot < LOG_CHUNKS; slot += 1) writer.delete(containerLogs(id).doc(String(slot)));
  deleteSecret(writer, 'container-jwt', id);
  writer.delete(containers().doc(id));
}
