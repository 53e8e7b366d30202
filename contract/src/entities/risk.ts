import * as z from 'zod/mini';

/** How much harm an approval could do, as the server judged it when the request was stored. Not part of the hash. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Part of a command as it is shown (`commandLine`), in UTF-16 units: from `from`, up to and without `to`. */
export const riskSpan = z.object({ from: z.number(), to: z.number() });
export type RiskSpan = z.infer<typeof riskSpan>;

/** One finding in words, where it is, and the level that it would give on its own. */
export const riskReason = z.object({ level: z.string(), text: z.string(), spans: z.array(riskSpan) });
export type RiskReason = z.infer<typeof riskReason>;

export const risk = z.object({
  level: z.string(),
  /** False for what cannot be judged. Its level is high: what is not understood is never taken for harmless. */
  judged: z.boolean(),
  /** Most severe first. */
  reasons: z.array(riskReason),
  /** The version of the risk engine that judged it. */
  engine: z.number(),
});
export type Risk = z.infer<typeof risk>;

/** Whether to treat it as high: true unless known to be less, so also for what earlier versions stored unjudged. */
export function countsAsHigh(judged: Pick<Risk, 'level'> | null | undefined): boolean {
  return judged?.level !== 'low' && judged?.level !== 'medium';
}
