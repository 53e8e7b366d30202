import { updateProject, type UpdateProject } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { issuesByField } from '../../lib/server-issues.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
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
  /** What the person may want to add, a line each. */
  suggestions?: readonly string[];
}

/** A setting of a project that is typed: stored when it is left, where it has changed and is sound. Empty is none. */
export function SavedField({
  name,
  label,
  helper,
  placeholder,
  value,
  onSave,
  long = false,
  suggestions = [],
}: SavedFieldProps) {
  const stored = value ?? '';
  const [typed, setTyped] = useState(stored);
  const [error, setError] = useState<string>();
  const save = (text = typed) => {
    const given = text.trim() === '' ? null : text.trim();
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
    onBlur: () => save(),
  };
  const add = (text: string) => {
    const joined = [typed.trimEnd(), text].filter(Boolean).join('\n');
    setTyped(joined);
    save(joined);
  };
  const offered = suggestions.filter((text) => !typed.includes(text));
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      <Field label={label} error={error} helper={helper}>
        {long ? <Textarea {...control} rows={4} /> : <Input {...control} autoComplete="off" spellCheck={false} />}
      </Field>
      {offered.length > 0 && (
        <>
          <chakra.p textStyle="sm" color="fg.muted">
            You often reject with these reasons. Add one as an instruction:
          </chakra.p>
          <ChipRow
            label="Reasons to add"
            chips={offered.map((text) => ({ text, name: `Add “${text}”` }))}
            onChoose={add}
          />
        </>
      )}
    </chakra.div>
  );
}
