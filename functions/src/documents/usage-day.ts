import * as z from 'zod';

/**
 * What containers have used in one day (UTC): one document per day and user, and for all users together several per
 * day, which are summed when they are read. Changed only by increment.
 */
export const usageDayDocument = z.object({
  id: z.string(),
  /** Null: a part of the sum for all users together, or what is kept of deleted accounts of one address. */
  userId: z.string().nullable(),
  /** `2026-11-22`. */
  day: z.string(),
  /** Executions that were requested from Cloud Run. */
  starts: z.number().default(0),
  /** Milliseconds that executions ran. */
  runMs: z.number().default(0),
  /** Tokens of the models. */
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  /** What other accounts of the user's address had used that day, as of the last sign-in; null: nothing is known. */
  others: z.object({ starts: z.number(), runMs: z.number(), tokens: z.number() }).nullable().default(null),
});
export type UsageDayDocument = z.infer<typeof usageDayDocument>;
