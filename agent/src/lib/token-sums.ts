import { MODELS_MAX, OTHER_MODELS, type ModelTokens } from '@countersign/contract/agent';

/** Sums of tokens, by model. */
export interface TokenSums {
  add(used: ModelTokens): void;
  readonly models: ModelTokens[];
  /** Over all models, input and output. */
  readonly total: number;
}

/** The contract's maximum; a larger sum would have every heartbeat refused. */
const MOST_TOKENS = 1_000_000_000_000;

/** Sums at zero. Agents name models as they like, so those after the first few are counted together. */
export function createTokenSums(): TokenSums {
  const sums = new Map<string, ModelTokens>();
  return {
    add({ model, ...used }) {
      const name = sums.has(model) || sums.size < MODELS_MAX ? model : OTHER_MODELS;
      const { inputTokens, outputTokens, cachedTokens } = sums.get(name) ?? nothing;
      sums.set(name, {
        model: name,
        inputTokens: Math.min(inputTokens + used.inputTokens, MOST_TOKENS),
        outputTokens: Math.min(outputTokens + used.outputTokens, MOST_TOKENS),
        cachedTokens: Math.min(cachedTokens + used.cachedTokens, MOST_TOKENS),
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
