import * as z from 'zod/mini';
import { text } from './primitives.ts';

/** How runners tell what models have used, and what it costs. */

const tokens = z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000_000));

/** Models that are told apart at once; what others use is counted under one name. */
export const MODELS_MAX = 20;
/** What the models beyond that are counted as. */
export const OTHER_MODELS = 'other models';

/** Tokens that one model has used. */
export const modelTokens = z.strictObject({
  /** As the agent asked for it. */
  model: text('Model', 200),
  inputTokens: tokens,
  outputTokens: tokens,
  /** Those among `inputTokens` that the provider read from its cache. */
  cachedTokens: tokens,
});
export type ModelTokens = z.infer<typeof modelTokens>;
export const tokensByModel = z.array(modelTokens).check(z.maxLength(MODELS_MAX + 1));

/** US dollars for a million tokens. */
export const modelPrice = z.object({
  input: z.number().check(z.gte(0)),
  output: z.number().check(z.gte(0)),
  /** Of input that was read from the provider's cache; left out, it costs what other input does. */
  cached: z.optional(z.number().check(z.gte(0))),
});
export type ModelPrice = z.infer<typeof modelPrice>;

/** US dollars that tokens cost. */
export function costOf({ inputTokens, outputTokens, cachedTokens }: Omit<ModelTokens, 'model'>, price: ModelPrice) {
  const { input, output, cached = input } = price;
  return ((inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output) / 1_000_000;
}
