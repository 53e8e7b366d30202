import type { Budget } from '@countersign/contract';
import { invalidField } from '../lib/errors.ts';
import { env } from '../settings/env.ts';
import { priceOf } from '../settings/model-prices.ts';

/** A budget in money is kept by the model's price. Throws `invalid` where that is not known. */
export function checkBudget(budget: Budget | null | undefined): void {
  if (budget?.unit !== 'usd' || priceOf(env().MODEL_NAME) !== undefined) return;
  throw invalidField('budget', 'The model has no price here: give the budget in tokens');
}
