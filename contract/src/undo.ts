import * as z from 'zod/mini';
import { id, timestamp } from './primitives.ts';

/** A decision that its agent has not heard of yet. */
export const heldDecision = z.object({
  id,
  taskId: id,
  title: z.string(),
  isApproved: z.boolean(),
  releaseAt: timestamp,
  /** Milliseconds that are left, by the server's clock. */
  leftMs: z.number(),
});
export type HeldDecision = z.infer<typeof heldDecision>;

/** Undoing names the decision by its `releaseAt`, so that a call that comes late undoes no other one. */
export const undoDecision = z.strictObject({ releaseAt: timestamp });
