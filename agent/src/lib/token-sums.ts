import { MODELS_MAX, OTHER_MODELS, TOKENS_MAX, type ModelTokens } from '@countersign/contract/agent';

/** Sums of tokens, by model. */
export interface TokenSums {
  add(used: ModelTokens): void;
  readonly models: ModelTokens[];
  /** Over all models, input and output. */
  readonly total: number;
}

/**
 * Sums at zero. Agents name models as they like, so those after the first few are counted together. A sum beyond the
 * contract's maximum would have every heartbeat refused.
 */
export function createTokenSums(): TokenSums {
  const sums = new Map<string, ModelTokens>();
  return {
    add({ model, ...used }) {
      const name = sums.has(model) || sums.size < MODELS_MAX ? model : OTHER_MODELS;
      const { inputTokens, outputTokens, cachedTokens } = sums.get(name) ?? nothing;
      sums.set(name, {
        model: name,
        inputTokens: Math.min(inputTokens + used.inputTokens, TOKENS_MAX),
        outputTokens: Math.min(outputTokens + used.outputTokens, TOKENS_MAX),
        cachedTokens: Math.min(cachedTokens + used.cachedTokens, TOKENS_MAX),
      });
    },
    get models() {
      return [...sums.values()].map((sum) => ({ ...sum }));
    },
    get total() {
      return [...sums.values()].reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
    },
  };
}

const nothing = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
