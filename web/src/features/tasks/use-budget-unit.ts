import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';

/** What budgets are given in here, asked for once it is needed; null where there is no model, and so nothing to be used. */
export function useBudgetUnit(isNeeded: boolean): 'usd' | 'tokens' | null {
  const [model] = useQuery({ ...configQuery(), enabled: isNeeded }).data?.models ?? [];
  if (model === undefined) return null;
  return model.isPriced ? 'usd' : 'tokens';
}
