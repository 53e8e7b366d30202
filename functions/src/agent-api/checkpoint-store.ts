import { env } from '../env.ts';
import { logLine } from '../log.ts';
import { cloudStorage } from './cloud-storage.ts';
import { localObjectStore } from './local-object-store.ts';

/** An address for one PUT, and the headers it has to carry: they are part of what is signed. */
export interface Upload {
  uploadUrl: string;
  headers: Record<string, string>;
}

/** Where checkpoints are kept: objects that are written once, each act granted by an address of its own. */
export interface CheckpointStore {
  /** A short-lived address for one PUT of at most `size` bytes; 412 answers a second one. */
  upload(object: string, size: number): Promise<Upload>;
  /** A short-lived address for one GET. */
  downloadUrl(object: string): Promise<string>;
  /** Bytes of an object; null when there is none. */
  sizeOf(object: string): Promise<number | null>;
  remove(object: string): Promise<void>;
  /** Removes every object in a folder; fine where there is none, nor a place for any. Throws when it cannot be asked. */
  removeAll(folder: string): Promise<void>;
}

/** Seconds for which an address is good: long enough for a large checkpoint on a slow line. */
export const ADDRESS_SECONDS = 15 * 60;

/** What both stores demand of an upload: that it is no larger than announced, and replaces nothing. */
export const uploadHeaders = (size: number): Record<string, string> => ({
  'x-goog-content-length-range': `0,${size}`,
  'x-goog-if-generation-match': '0',
});

/** The store of this deployment: Cloud Storage, or the local one where it stands in. */
export function checkpointStore(): CheckpointStore {
  const { OBJECT_STORE_URL, OBJECT_STORE_KEY, CHECKPOINT_BUCKET } = env();
  if (OBJECT_STORE_URL) return localObjectStore(OBJECT_STORE_URL, OBJECT_STORE_KEY ?? '');
  return cloudStorage(CHECKPOINT_BUCKET);
}

/** Deletes a checkpoint that nothing points to any more. What cannot be deleted is logged and left: it goes with its task. */
export async function deleteCheckpoint(object: string): Promise<void> {
  await orLog(object, () => checkpointStore().remove(object));
}

/** Deletes all that was ever uploaded for a task, also what never became its checkpoint. False when it cannot; that is logged. */
export function deleteCheckpointsOf(taskId: string): Promise<boolean> {
  return orLog(taskId, () => checkpointStore().removeAll(folderOf(taskId)));
}

/** Where the checkpoints of a task are. */
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
