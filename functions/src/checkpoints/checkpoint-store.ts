import { ConfigurationError, env } from '../settings/env.ts';
import { unavailable } from '../lib/errors.ts';
import { logLine } from '../lib/log.ts';
import { within } from '../lib/within.ts';
import { cloudStorage } from './cloud-storage.ts';
import { localObjectStore } from './local-object-store.ts';
import type { CheckpointStore } from './object-store.ts';

/** Milliseconds within which the store must answer. */
const ANSWER_MS = 10_000;

/**
 * This deployment's store: Cloud Storage, or its local stand-in. It has 10 s to answer, after which `unavailable` is
 * thrown; removals throw whatever the store reports.
 */
export function checkpointStore(): CheckpointStore {
  const { OBJECT_STORE_URL, OBJECT_STORE_KEY, CHECKPOINT_BUCKET } = env();
  const store = OBJECT_STORE_URL
    ? localObjectStore(OBJECT_STORE_URL, OBJECT_STORE_KEY ?? '')
    : cloudStorage(CHECKPOINT_BUCKET);
  return {
    ...store,
    upload: (object, size) => answered(() => store.upload(object, size)),
    downloadUrl: (object) => answered(() => store.downloadUrl(object)),
    sizeOf: (object) => answered(() => store.sizeOf(object)),
  };
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await within(ANSWER_MS, ask());
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    logLine('WARNING', 'The store of checkpoints did not answer', { error: String(error) });
    throw unavailable('Checkpoints cannot be reached at the moment. Please try again.');
  }
}

/** Deletes a checkpoint that nothing refers to any more. A failure is logged: the object goes with its task. */
export async function deleteCheckpoint(object: string): Promise<void> {
  await orLog(object, () => checkpointStore().remove(object));
}

/**
 * Deletes everything ever uploaded for a task, even what never became its checkpoint. False on failure, which is
 * logged.
 */
export function deleteCheckpointsOf(taskId: string): Promise<boolean> {
  return orLog(taskId, () => checkpointStore().removeAll(folderOf(taskId)));
}

/** The folder of a task's checkpoints. */
export const folderOf = (taskId: string) => `tasks/${taskId}`;

async function orLog(what: string, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    logLine('WARNING', 'A checkpoint could not be deleted', { object: what, error: String(error) });
    return false;
  }
}
