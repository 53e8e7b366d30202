import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';
import type { Models } from '../../entities/model/model-options.ts';

/** The deployment's models, asked for once they are needed; none where there are none, or they are not known yet. */
export function useModels(isNeeded: boolean): Models {
  return useQuery({ ...configQuery(), enabled: isNeeded }).data?.models ?? [];
}

/** What budgets of a task with this model are given in; null where there is no model, and so nothing to be used. */
export function budgetUnitOf(models: Models, name: string | null): 'usd' | 'tokens' | null {
  const model = models.find((one) => one.name === name) ?? models[0];
  if (model === undefined) return null;
  return model.isPriced ? 'usd' : 'tokens';
}
