import type { useForm } from '../../lib/forms/use-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { type ProjectValues, statusOptions } from './project-form.ts';

type ProjectForm = Pick<ReturnType<typeof useForm<ProjectValues, object>>, 'values' | 'set' | 'text' | 'errors'>;

interface ProjectFieldsProps {
  form: ProjectForm;
  /** The initial status: one that is not among the usual three stays on offer. */
  initialStatus: string;
}

/** Name, description and status, for a new project and for one being edited. */
export function ProjectFields({ form, initialStatus }: ProjectFieldsProps) {
  return (
    <>
      <Field label="Name" required error={form.errors.name}>
        <Input {...form.text('name')} autoComplete="off" placeholder="My project" />
      </Field>
      <Field label="Description" error={form.errors.description}>
        <Textarea {...form.text('description')} placeholder="What it is about" />
      </Field>
      <Field label="Status" error={form.errors.status}>
        <Select
          name="status"
          value={form.values.status}
          onChange={(status) => form.set('status', status)}
          options={statusOptions(initialStatus)}
        />
      </Field>
    </>
  );
}
