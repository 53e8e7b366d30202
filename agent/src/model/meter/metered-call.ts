import type { ModelTokens } from '@countersign/contract/agent';

/** What a call has used. */
interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  /** The part of the input that the provider read from its cache. */
  cachedTokens?: number;
}

/** A call that is under way. */
export interface MeteredCall {
  /** What it used in the end; null for nothing. Only the first call counts. */
  settle(used: CallUsage | null): void;
}

/** What a call of this model has used, as it is counted. */
export function toTokens(model: string, { inputTokens, outputTokens, cachedTokens = 0 }: CallUsage): ModelTokens {
  return { model, inputTokens, outputTokens, cachedTokens: Math.min(cachedTokens, inputTokens) };
}
