import * as z from 'zod/mini';

/** How much harm an approval could do, as the server judged it when the request was stored. No part of what is hashed. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Part of a command as it is shown (`commandLine`), in UTF-16 units: from `from`, up to and without `to`. */
export const riskSpan = z.object({ from: z.number(), to: z.number() });
export type RiskSpan = z.infer<typeof riskSpan>;

/** One thing that was found, in words, and where; the level that it alone would give. */
export const riskReason = z.object({ level: z.string(), text: z.string(), spans: z.array(riskSpan) });
export type RiskReason = z.infer<typeof riskReason>;

export const risk = z.object({
  level: z.string(),
  /** False for what cannot be judged. Its level is high: nothing is taken for harmless because it is not understood. */
  judged: z.boolean(),
  /** The weightiest first. */
  reasons: z.array(riskReason),
  /** The version of what judged it. */
  engine: z.number(),
});
export type Risk = z.infer<typeof risk>;

/** Whether to treat it as high: all that is not known to be less, what an earlier version stored unjudged included. */
export function countsAsHigh(judged: Pick<Risk, 'level'> | null | undefined): boolean {
  return judged?.level !== 'low' && judged?.level !== 'medium';
}
