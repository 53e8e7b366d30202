import { LOG_CHUNKS } from '@countersign/contract';
import { deleteCheckpointsOf } from '../agent-api/checkpoint-store.ts';
import type { Writer } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { containerLogs, containers, db, repositories, taskItemBodies, taskItems, tasks } from '../firestore.ts';
import { deleteSecret } from '../secrets/store.ts';
import { chunkIds } from '../task-items/bodies.ts';

/** The deletion of one thing with the documents that hang on it and are not found by a query of their own. */

export function eraseItem(writer: Writer, item: TaskItemDocument): void {
  for (const id of chunkIds(item.bodies)) writer.delete(taskItemBodies(item.id).doc(id));
  writer.delete(taskItems().doc(item.id));
}

export function eraseTask(writer: Writer, { id, userId }: Pick<TaskDocument, 'id' | 'userId'>): void {
  eraseTaskSignal(writer, userId, id);
  writer.delete(tasks().doc(id));
}

/** The files of tasks lie in the object store; a task that is gone could not tell where. */
export async function eraseCheckpoints(found: TaskDocument[]): Promise<void> {
  for (const { id, epoch } of found) if (epoch > 0) await deleteCheckpointsOf(id);
}

export function eraseTaskSignal(writer: Writer, userId: string, taskId: string): void {
  writer.delete(db().doc(`signals/${userId}/tasks/${taskId}`));
}

export function eraseRepository(writer: Writer, { id }: RepositoryDocument): void {
  deleteSecret(writer, 'repository-token', id);
  writer.delete(repositories().doc(id));
}

/** The log is a ring, so that the ids of its pieces are known. */
export function eraseContainer(writer: Writer, { id }: ContainerDocument): void {
  for (let slot = 0; slot < LOG_CHUNKS; slot += 1) writer.delete(containerLogs(id).doc(String(slot)));
  deleteSecret(writer, 'container-jwt', id);
  writer.delete(containers().doc(id));
}
