import * as z from 'zod';

/**
 * What containers have used in one day (UTC): one document a day and user, and some a day for all users together, which are
 * summed when they are read. Changed by increment alone.
 */
export const usageDayDocument = z.object({
  id: z.string(),
  /** Null: a part of what all users together have used. */
  userId: z.string().nullable(),
  /** `2026-11-22`. */
  day: z.string(),
  /** Executions that Cloud Run was asked for. */
  starts: z.number().default(0),
  /** Milliseconds that executions ran. */
  runMs: z.number().default(0),
  /** Tokens of the model. */
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
});
export type UsageDayDocument = z.infer<typeof usageDayDocument>;
