import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../config-query.ts';
import { modelLabel } from './model-options.ts';

/** A chosen model's display name; says if it is no longer on offer. */
export function ModelName({ name }: { name: string }) {
  const models = useQuery(configQuery()).data?.models;
  if (models === undefined) return name;
  return modelLabel(models, name) ?? `${name} (not offered here)`;
}
