import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';
import type { Models } from '../../entities/model/model-options.ts';

/** The deployment's models, fetched once they are needed; empty if there are none, or they are not known yet. */
export function useModels(isNeeded: boolean): Models {
  return useQuery({ ...configQuery(), enabled: isNeeded }).data?.models ?? [];
}

/** The unit of budgets for a task with this model; null if there is no model, and so no usage. */
export function budgetUnitOf(models: Models, name: string | null): 'usd' | 'tokens' | null {
  const model = models.find((one) => one.name === name) ?? models[0];
  if (model === undefined) return null;
  return model.isPriced ? 'usd' : 'tokens';
}
