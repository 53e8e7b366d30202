import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../config-query.ts';
import { modelLabel } from './model-options.ts';

/** What people call a chosen model, and that it is not on offer where that is so. */
export function ModelName({ name }: { name: string }) {
  const models = useQuery(configQuery()).data?.models;
  if (models === undefined) return name;
  return modelLabel(models, name) ?? `${name} (not offered here)`;
}
