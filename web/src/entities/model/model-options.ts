import type { PublicConfig } from '@countersign/contract';
import type { SelectOption } from '../../ui/select.tsx';

/** A deployment's models, as a person tells them apart. */
export type Models = PublicConfig['models'];

/** What people call a model; null where it is not on offer. */
export function modelLabel(models: Models, name: string): string | null {
  const found = models.find((one) => one.name === name);
  return found ? (found.label ?? found.name) : null;
}

/** What stands for no choice, by `unset`; the models on offer; and the chosen one where it is not on offer any more. */
export function modelOptions(models: Models, chosen: string | null, unset: string): SelectOption[] {
  const options = models.map(({ name, label = name }) => ({ value: name, label }));
  const isOffered = chosen === null || modelLabel(models, chosen) !== null;
  const gone = isOffered ? [] : [{ value: chosen, label: `${chosen} (not offered here)` }];
  return [{ value: '', label: unset }, ...options, ...gone];
}

/** One model alone is no choice; a chosen one that is gone has to be seen, and changed. */
export const isModelAChoice = (models: Models, chosen: string | null) =>
  models.length > 1 || (chosen !== null && modelLabel(models, chosen) === null);
