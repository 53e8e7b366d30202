import { read, updateUnchanged } from '../store/data.ts';
import { DomainError, invalidField } from '../lib/errors.ts';
import { tasks } from '../store/firestore.ts';
import { checkpointStore, deleteCheckpoint, folderOf } from '../checkpoints/checkpoint-store.ts';
import type { Upload } from '../checkpoints/object-store.ts';
import type { AgentCaller } from '../tokens/container-token.ts';
import { fenceTask } from '../state/fence.ts';

/** The largest checkpoint, in bytes. */
const SIZE_MAX = 512 * 1024 * 1024;

/** What a runner announces of an upload: its bytes, and their SHA-256. */
export interface Announced {
  epoch: number;
  size: number;
  sha256: string;
}

/** An address to upload a task's next checkpoint to. Each content gets a name of its own, so none is overwritten. */
export async function uploadCheckpoint(
  caller: AgentCaller,
  taskId: string,
  announced: Announced,
): Promise<Upload & { object: string }> {
  await fenceTask({ read }, caller, taskId, announced.epoch);
  return announce(objectOf(taskId, announced), announced.size);
}

/** An address to upload an object of `size` bytes to. Throws `too_large`, `unavailable`. */
export async function announce(object: string, size: number): Promise<Upload & { object: string }> {
  if (size > SIZE_MAX) throw new DomainError('too_large', 'A checkpoint may be at most 512 MiB');
  return { object, ...(await checkpointStore().upload(object, size)) };
}

/** Makes an upload the task's checkpoint, and deletes the former. Throws `invalid`, `stale_epoch`, `not_found`. */
export async function commitCheckpoint(
  caller: AgentCaller,
  taskId: string,
  { object, ...announced }: Announced & { object: string },
): Promise<void> {
  const { epoch, size, sha256 } = announced;
  if (object !== objectOf(taskId, announced)) throw invalidField('object', 'This object was not announced');
  await checkUploaded(object, size);
  // Not a transaction: it would lock the task just when its owner may decide, and one of them would wait for seconds.
  const before = await updateUnchanged(tasks().doc(taskId), async () => {
    await fenceTask({ read }, caller, taskId, epoch);
    return { checkpoint: { object, size, sha256 } };
  });
  const former = before.checkpoint?.object;
  if (former && former !== object) await deleteCheckpoint(former);
}

/** Throws `invalid` unless the object exists with this size. */
export async function checkUploaded(object: string, size: number): Promise<void> {
  if ((await checkpointStore().sizeOf(object)) !== size) throw invalidField('size', 'There is no object of this size');
}

const objectOf = (taskId: string, { epoch, sha256 }: Announced) => `${folderOf(taskId)}/${epoch}-${sha256}`;
