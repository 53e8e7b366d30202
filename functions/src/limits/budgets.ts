import { type BudgetLeft, costOf, type ModelPrice, type ModelTokens } from '@countersign/contract/agent';
import type { TaskDocument } from '../documents/task.ts';
import { env } from '../settings/env.ts';
import { priceOf } from '../settings/model-prices.ts';

/** How much of its budget a task may still use; null where it has none. */
export function budgetLeftOf({
  budget,
  granted,
  usage,
}: Pick<TaskDocument, 'budget' | 'granted' | 'usage'>): BudgetLeft | null {
  if (budget === null) return null;
  const { unit, amount } = budget;
  const prices = unit === 'usd' ? Object.fromEntries(env().MODEL_PRICES) : {};
  const used = usage.reduce((sum, one) => sum + spentOn(one, unit), 0);
  return { unit, amount, left: amount + granted - used, prices };
}

/** In dollars a model without a price counts as the deployment's own. */
function spentOn(used: ModelTokens, unit: BudgetLeft['unit']): number {
  if (unit === 'tokens') return used.inputTokens + used.outputTokens;
  const price: ModelPrice | undefined = priceOf(used.model) ?? priceOf(env().MODEL_NAME);
  return price === undefined ? 0 : costOf(used, price);
}
