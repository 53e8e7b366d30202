import type { Context, Thing } from '../thing.d.mts';

/** Where checkpoints are kept. */
export const checkpointBucket: Thing;
/** Where Cloud Build finds the sources of the image. */
export const buildBucket: Thing;
/** Deletes a bucket of ours with all that is in it; resolves with what became of it, null where there is none. */
export function removeBucket(context: Context, which: 'bucket' | 'buildBucket'): Promise<'deleted' | 'emptied' | null>;
