import * as z from 'zod/mini';
import { id, timestamp } from '../lib/primitives.ts';

/** A decision that its agent has not been told yet. */
export const heldDecision = z.object({
  id,
  taskId: id,
  title: z.string(),
  isApproved: z.boolean(),
  releaseAt: timestamp,
  /** Milliseconds left, by the server's clock. */
  leftMs: z.number(),
});
export type HeldDecision = z.infer<typeof heldDecision>;

/** Names the decision by its `releaseAt`, so that a late call cannot undo a different one. */
export const undoDecision = z.strictObject({ releaseAt: timestamp });
