import * as z from 'zod';
import { time } from './time.ts';

/** The sweep that runs: one at a time. */
export const sweepLockDocument = z.object({
  id: z.string(),
  /** Which sweep it is. */
  holder: z.string(),
  /** Renewed while it runs; one that was cut off leaves its place then. */
  until: time,
});
