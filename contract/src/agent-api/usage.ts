import * as z from 'zod/mini';
import { text } from '../lib/primitives.ts';

/** How runners report the tokens that models have used, and what those cost. */

/** Tokens in one sum; a larger one is refused. */
export const TOKENS_MAX = 1_000_000_000_000;
export const tokenCount = z.number().check(z.int(), z.gte(0), z.lte(TOKENS_MAX));

/** Models that are counted separately; the usage of any others is counted under one name. */
export const MODELS_MAX = 20;
/** The name under which those others are counted. */
export const OTHER_MODELS = 'other models';

/** Tokens that one model has used. */
export const modelTokens = z.strictObject({
  /** As the agent asked for it. */
  model: text('Model', 200),
  inputTokens: tokenCount,
  outputTokens: tokenCount,
  /** Those among `inputTokens` that the provider read from its cache. */
  cachedTokens: tokenCount,
});
export type ModelTokens = z.infer<typeof modelTokens>;
export const tokensByModel = z.array(modelTokens).check(z.maxLength(MODELS_MAX + 1));

/** US dollars for a million tokens. */
export const modelPrice = z.object({
  input: z.number().check(z.gte(0)),
  output: z.number().check(z.gte(0)),
  /** Price of input that was read from the provider's cache; if left out, it costs the same as other input. */
  cached: z.optional(z.number().check(z.gte(0))),
});
export type ModelPrice = z.infer<typeof modelPrice>;

/** The cost of these tokens in US dollars. */
export function costOf({ inputTokens, outputTokens, cachedTokens }: Omit<ModelTokens, 'model'>, price: ModelPrice) {
  const { input, output, cached = input } = price;
  return ((inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output) / 1_000_000;
}
