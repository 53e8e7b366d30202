import type { Context, Thing } from '../thing.d.mts';

/** Where checkpoints are kept. */
export const checkpointBucket: Thing;
/** Where Cloud Build finds the sources of the image. */
export const buildBucket: Thing;
/** For how many days the bucket keeps a checkpoint. Throws Stop for a setting that is not a whole number, 1 or more. */
export function checkpointDays(settings: Context['settings']): number;
/** Deletes a bucket with all that is in it, if only we use it; resolves with what became of it, null if there is none. */
export function removeBucket(
  context: Context,
  which: 'bucket' | 'buildBucket',
): Promise<'deleted' | 'emptied' | 'shared' | 'others' | null>;
