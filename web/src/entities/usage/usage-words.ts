import { amountWords, type Usage } from '@countersign/contract';

/** What was used in one line: money where there are prices, and tokens. Null for nothing. */
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

/** Says of which models the money is not known; null where it is known of all. */
export function unpricedWords({ unpriced, cost }: Usage): string | null {
  if (unpriced.length === 0) return null;
  const names = unpriced.join(', ');
  return cost === null
    ? `No price is set for ${names}.`
    : `No price is set for ${names}: its tokens are not in the sum.`;
}

const number = (value: number) => value.toLocaleString('en-US');
