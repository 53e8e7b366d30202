import type { Usage } from '@countersign/contract';
import { costOf, type ModelTokens } from '@countersign/contract/agent';
import { priceOf } from '../settings/models.ts';

/** What models have used, with its cost at current prices; models without a price are listed. */
export function toUsageReply(models: readonly ModelTokens[]): Usage {
  const usage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] };
  for (const used of models) {
    usage.inputTokens += used.inputTokens;
    usage.outputTokens += used.outputTokens;
    usage.cachedTokens += used.cachedTokens;
    const price = priceOf(used.model);
    if (price === undefined) usage.unpriced.push(used.model);
    else usage.cost = (usage.cost ?? 0) + costOf(used, price);
  }
  return usage;
}
