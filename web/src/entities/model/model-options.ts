import type { PublicConfig } from '@countersign/contract';
import type { SelectOption } from '../../ui/forms/select.tsx';

/** A deployment's models, as people tell them apart. */
export type Models = PublicConfig['models'];

/** A model's display name; null if it is not on offer. */
export function modelLabel(models: Models, name: string): string | null {
  const found = models.find((one) => one.name === name);
  return found ? (found.label ?? found.name) : null;
}

/** The option for no choice, labelled `unset`; the models on offer; and the chosen one if it is no longer on offer. */
export function modelOptions(models: Models, chosen: string | null, unset: string): SelectOption[] {
  const options = models.map(({ name, label = name }) => ({ value: name, label }));
  const isOffered = chosen === null || modelLabel(models, chosen) !== null;
  const gone = isOffered ? [] : [{ value: chosen, label: `${chosen} (not offered here)` }];
  return [{ value: '', label: unset }, ...options, ...gone];
}

/** A single model is no choice, but a chosen model that is gone must be visible and changeable. */
export const isModelAChoice = (models: Models, chosen: string | null) =>
  models.length > 1 || (chosen !== null && modelLabel(models, chosen) === null);
