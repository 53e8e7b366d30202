import type { GoogleApis } from '../google.mjs';

interface Context {
  google: GoogleApis;
  project: string;
  region: string;
  settings: Partial<Record<string, string>>;
  names: { bucket: string; buildBucket: string; functionsAccount: string; buildAccount: string };
}
interface Bucket {
  look: (context: Context) => Promise<{ is: string }>;
  make: (context: Context, found: { is: string }) => Promise<string>;
}
/** Where checkpoints are kept. */
export const checkpointBucket: Bucket;
/** Where Cloud Build finds the sources of the image. */
export const buildBucket: Bucket;
/** Deletes a bucket of ours with all that is in it; resolves with what became of it, null where there is none. */
export function removeBucket(context: Context, which: 'bucket' | 'buildBucket'): Promise<'deleted' | 'emptied' | null>;
