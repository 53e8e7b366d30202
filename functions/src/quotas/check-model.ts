import { invalidField } from '../lib/errors.ts';
import { modelNames } from '../settings/models.ts';

/** A model must be one of the deployment's. Throws `invalid`, listing their names. */
export function checkModel(name: string | null | undefined): void {
  const names = modelNames();
  if (name === null || name === undefined || names.includes(name)) return;
  throw invalidField(
    'model',
    names.length === 0
      ? 'This deployment has no model to choose'
      : `There is no such model here. Available: ${names.join(', ')}`,
  );
}
