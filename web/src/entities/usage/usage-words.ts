import { amountWords, type Usage } from '@countersign/contract';

/** Usage in one line: cost if there are prices, and tokens. Null for none. */
export function usageWords({ inputTokens, outputTokens, cost }: Usage): string | null {
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return null;
  const counted = amountWords(tokens, 'tokens');
  return cost === null ? counted : `${amountWords(cost, 'usd')} · ${counted}`;
}

/** How the tokens were used. */
export function tokenWords({ inputTokens, outputTokens, cachedTokens }: Usage): string {
  const cached = cachedTokens > 0 ? ` (${number(cachedTokens)} from cache)` : '';
  return `${number(inputTokens)} read${cached}, ${number(outputTokens)} written`;
}

/** Names the models whose cost is unknown; null if there are none. */
export function unpricedWords({ unpriced, cost }: Usage): string | null {
  if (unpriced.length === 0) return null;
  const names = unpriced.join(', ');
  return cost === null ? `No price is set for ${names}.` : `No price is set for ${names}: its tokens are not included.`;
}

const number = (value: number) => value.toLocaleString('en-US');
