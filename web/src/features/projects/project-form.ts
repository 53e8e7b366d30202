import { type Project, PROJECT_STATUS_DEFAULT, projectStatuses } from '@countersign/contract';
import { statusLook } from '../../entities/status/statuses.ts';
import type { SelectOption } from '../../ui/forms/select.tsx';

export interface ProjectValues {
  name: string;
  description: string;
  status: string;
}

export const newProjectValues: ProjectValues = { name: '', description: '', status: PROJECT_STATUS_DEFAULT };

export const projectValuesOf = ({ name, description, status }: Project): ProjectValues => ({
  name,
  description: description ?? '',
  status,
});

/** The request body: an empty description is null. */
export const projectBody = ({ name, description, status }: ProjectValues) => ({
  name,
  description: description.trim() === '' ? null : description,
  status,
});

/** The three statuses with a look of their own, and the project's current one if it is another (it is free text). */
export function statusOptions(current: string): SelectOption[] {
  const known: readonly string[] = projectStatuses;
  const values = known.includes(current) ? known : [...known, current];
  return values.map((value) => ({ value, label: statusLook('project', value).word }));
}
