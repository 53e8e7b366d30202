import * as z from 'zod';
import { time } from './time.ts';

/** The running sweep: one at a time, and none during a restore. */
export const sweepLockDocument = z.object({
  id: z.string(),
  /** The id of the sweep. */
  holder: z.string(),
  /** Renewed during the sweep; after one that was cut off, the lock is free again then. */
  until: time,
  /** Set while a restore (`npm run restore`) holds the lock: which backup it restores, and how far it has come. */
  restore: z.object({ manifest: z.string(), hasDocuments: z.boolean() }).nullable().default(null),
});
