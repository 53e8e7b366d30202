import type { Budget } from '@countersign/contract';
import { invalidField } from '../lib/errors.ts';
import { modelOf, priceOf } from '../settings/models.ts';

/** A task's budget and model, as far as a request sets them. */
interface Fields {
  budget?: Budget | null | undefined;
  model?: string | null | undefined;
}

/**
 * A budget in money needs the price of the task's model. Throws `invalid` where a change of either leaves that unknown.
 */
export function checkBudget(
  change: Fields,
  { budget, model }: { budget: Budget | null; model: string | null },
  project: { model: string | null },
): void {
  if (change.budget === undefined && change.model === undefined) return;
  const wanted = change.budget === undefined ? budget : change.budget;
  const used = modelOf({ model: change.model === undefined ? model : change.model }, project);
  if (wanted?.unit !== 'usd' || (used !== undefined && priceOf(used) !== undefined)) return;
  if (change.budget === undefined) {
    throw invalidField('model', "This model has no price here, so the task's budget in dollars could not be kept");
  }
  throw invalidField('budget', 'The model has no price here: set the budget in tokens');
}
