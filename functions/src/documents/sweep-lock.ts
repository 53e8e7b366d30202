import * as z from 'zod';
import { time } from './time.ts';

/** The sweep that runs: one at a time, and none during a restore. */
export const sweepLockDocument = z.object({
  id: z.string(),
  /** Which sweep it is. */
  holder: z.string(),
  /** Renewed while it runs; one that was cut off leaves its place then. */
  until: time,
  /** What holds it is a restore of a backup (`npm run restore`), until all of that is there: which one, and how far it has come. */
  restore: z.object({ manifest: z.string(), hasDocuments: z.boolean() }).nullable().default(null),
});
