import type { Budget } from '@countersign/contract';
import { type BudgetLeft, costOf, type ModelPrice, type ModelTokens } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { allPrices, modelOf, priceOf } from '../settings/models.ts';

/** How much of its budget a task may still use; null where it has none. */
export function budgetLeftOf(
  { budget, granted, usage, model }: Pick<TaskDocument, 'budget' | 'granted' | 'usage' | 'model'>,
  project: Pick<ProjectDocument, 'model'>,
): BudgetLeft | null {
  if (budget === null) return null;
  const { unit, amount } = budget;
  const prices = unit === 'usd' ? allPrices() : {};
  const own = modelOf({ model }, project);
  const used = usage.reduce((sum, one) => sum + spentOn(one, unit, own), 0);
  return { unit, amount, left: amount + granted - used, prices };
}

/**
 * The fields to write for a budget. A new budget, or none, also cancels everything approved beyond the former one,
 * redeemed or not; the same budget again, e.g. after a lost reply, cancels nothing.
 */
export function budgetChange(
  { budget: former }: Pick<TaskDocument, 'budget'>,
  budget: Budget | null,
): Pick<TaskDocument, 'budget'> & { granted?: 0; budgetSince?: Timestamp } {
  const isSame = former?.amount === budget?.amount && former?.unit === budget?.unit;
  return isSame ? { budget } : { budget, granted: 0, budgetSince: Timestamp.now() };
}

/** In dollars, a model without a price costs as much as the task's own. */
function spentOn(used: ModelTokens, unit: BudgetLeft['unit'], own: string | undefined): number {
  if (unit === 'tokens') return used.inputTokens + used.outputTokens;
  const price: ModelPrice | undefined = priceOf(used.model) ?? priceOf(own ?? '');
  return price === undefined ? 0 : costOf(used, price);
}
