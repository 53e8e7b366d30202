import * as z from 'zod';

/** Tokens that models have used, one entry per model; see `ModelTokens` in the contract. */
export const modelTokensDocument = z.array(
  z.object({ model: z.string(), inputTokens: z.number(), outputTokens: z.number(), cachedTokens: z.number() }),
);
