import { MODELS_MAX, OTHER_MODELS, type ModelTokens } from '@countersign/contract/agent';

type Sums = readonly ModelTokens[];

/** The sums of both, by model. Agents choose model names freely, so beyond the first ones they are summed up as one. */
export function addTokens(some: Sums, others: Sums): ModelTokens[] {
  const sums = merged(some, others, sumOf);
  if (sums.length <= MODELS_MAX) return sums;
  const isOwn = ({ model }: ModelTokens, index: number) => index < MODELS_MAX && model !== OTHER_MODELS;
  const rest = sums.filter((one, index) => !isOwn(one, index)).map((one) => ({ ...one, model: OTHER_MODELS }));
  return [...sums.filter(isOwn), ...rest.reduce<ModelTokens[]>((sum, one) => merged(sum, [one], sumOf), [])];
}

/** The greater value of each number: for totals that only grow and may be reported late or twice. */
export function greaterTokens(some: Sums, others: Sums): ModelTokens[] {
  return merged(some, others, Math.max);
}

/** By how much `now` exceeds `before`, by model; models without any increase are left out. */
export function moreTokens(now: Sums, before: Sums): ModelTokens[] {
  const known = new Map(before.map((one) => [one.model, one]));
  return now
    .map((one) => combined(one, known.get(one.model), (a, b) => Math.max(0, a - b)))
    .filter(({ inputTokens, outputTokens, cachedTokens }) => inputTokens + outputTokens + cachedTokens > 0);
}

const sumOf = (a: number, b: number) => a + b;

function merged(some: Sums, others: Sums, combine: (a: number, b: number) => number): ModelTokens[] {
  const sums = new Map(some.map((one) => [one.model, one]));
  for (const one of others) sums.set(one.model, combined(one, sums.get(one.model), combine));
  return [...sums.values()];
}

function combined(
  one: ModelTokens,
  other: ModelTokens | undefined,
  combine: (a: number, b: number) => number,
): ModelTokens {
  return {
    model: one.model,
    inputTokens: combine(one.inputTokens, other?.inputTokens ?? 0),
    outputTokens: combine(one.outputTokens, other?.outputTokens ?? 0),
    cachedTokens: combine(one.cachedTokens, other?.cachedTokens ?? 0),
  };
}
