import { updateProject, type UpdateProject } from '@countersign/contract';
import { useState } from 'react';
import { issuesByField } from '../../lib/server-issues.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';

type Name = 'baseBranch' | 'folder' | 'setupCommand' | 'instructions';

interface SavedFieldProps {
  name: Name;
  label: string;
  helper: string;
  placeholder: string;
  /** As it is stored; null: nothing. */
  value: string | null;
  onSave: (change: UpdateProject) => void;
  /** Several lines. */
  long?: boolean;
}

/** A setting of a project that is typed: stored when it is left, where it has changed and is sound. Empty is none. */
export function SavedField({ name, label, helper, placeholder, value, onSave, long = false }: SavedFieldProps) {
  const stored = value ?? '';
  const [typed, setTyped] = useState(stored);
  const [error, setError] = useState<string>();
  const save = () => {
    const given = typed.trim() === '' ? null : typed.trim();
    if (given === value) return setError(undefined);
    const checked = updateProject.safeParse({ [name]: given });
    if (!checked.success) return setError(issuesByField(checked.error.issues, [name])[name]);
    setError(undefined);
    onSave({ [name]: given });
  };
  const control = {
    name,
    value: typed,
    placeholder,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: save,
  };
  return (
    <Field label={label} error={error} helper={helper}>
      {long ? <Textarea {...control} rows={4} /> : <Input {...control} autoComplete="off" spellCheck={false} />}
    </Field>
  );
}
