import { updateProject, type UpdateProject } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { fieldErrorsOf, issuesByField } from '../../lib/forms/server-issues.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { ChipRow } from '../../ui/forms/chip-row.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import type { SavedFields } from './use-leave-when-saved.ts';

type Name = 'baseBranch' | 'folder' | 'setupCommand' | 'instructions';

interface SavedFieldProps {
  name: Name;
  label: string;
  helper: string;
  placeholder: string;
  /** The stored value; null if there is none. */
  value: string | null;
  /** Rejects if the server refuses. */
  onSave: (change: UpdateProject) => Promise<unknown>;
  /** The dialog's registry, so that it closes only once this is stored. */
  fields?: SavedFields;
  /** A field of several lines. */
  long?: boolean;
  /** Lines that the person may want to add. */
  suggestions?: readonly string[];
}

/** A typed setting of a project: stored when the field is left, if it has changed and is valid. Empty means none. */
export function SavedField({
  name,
  label,
  helper,
  placeholder,
  value,
  onSave,
  fields,
  long = false,
  suggestions = [],
}: SavedFieldProps) {
  const [typed, setTyped] = useState<{ text: string; isStored: boolean } | null>(null);
  const [error, setError] = useState<string>();
  const [seen, setSeen] = useState(value);
  const running = useRef<{ text: string; stored: Promise<boolean> }>(undefined);
  const unsaved = typed === null || typed.isStored ? null : typed.text;
  const shown = typed?.text ?? value ?? '';
  if (value !== seen) {
    setSeen(value);
    // While nothing waits to be stored, the field follows the stored value, whoever changed it.
    if (unsaved === null) setTyped(null);
  }

  const send = async (text: string, given: string | null): Promise<boolean> => {
    try {
      await onSave({ [name]: given });
      setError(undefined);
      // Text typed since then is still to be stored.
      setTyped((now) => (now?.text === text ? { text, isStored: true } : now));
      return true;
    } catch (refused) {
      setError(fieldErrorsOf(refused, [name])[name] ?? messageOf(refused));
      return false;
    } finally {
      if (running.current?.text === text) running.current = undefined;
    }
  };
  const save = async (text = unsaved): Promise<boolean> => {
    if (text === null) return true;
    if (running.current?.text === text) return running.current.stored;
    const given = text.trim() === '' ? null : text.trim();
    setError(undefined);
    if (given === value && !running.current) {
      setTyped(null);
      return true;
    }
    const checked = updateProject.safeParse({ [name]: given });
    if (!checked.success) {
      setError(issuesByField(checked.error.issues, [name])[name]);
      return false;
    }
    const stored = send(text, given);
    running.current = { text, stored };
    return stored;
  };
  const saveTyped = useStableCallback(() => save());
  useEffect(() => fields?.register(saveTyped), [fields, saveTyped]);

  const type = (text: string) => {
    setTyped({ text, isStored: false });
    fields?.touched();
  };
  const control = {
    name,
    value: shown,
    placeholder,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
    onBlur: () => void save(),
  };
  const add = (text: string) => {
    const joined = [shown.trimEnd(), text].filter(Boolean).join('\n');
    type(joined);
    void save(joined);
  };
  const offered = suggestions.filter((text) => !shown.includes(text));
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
