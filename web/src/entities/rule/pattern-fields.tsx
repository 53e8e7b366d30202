import type { RulePattern } from '@countersign/contract';
import type { ChangeEvent, KeyboardEventHandler } from 'react';
import type { FieldErrors } from '../../lib/forms/server-issues.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Select } from '../../ui/forms/select.tsx';

const kinds = [
  { value: 'none', label: 'A command, word for word' },
  { value: 'paths', label: 'A command, with or without files after it' },
  { value: 'edit', label: 'Creating and changing files' },
  { value: 'read', label: 'Reading files' },
];

/** The typed pattern of what may pass; a command's words stay one line until they are sent. */
export interface PatternValues {
  kind: string;
  words: string;
  path: string;
}

export const newPatternValues: PatternValues = { kind: 'none', words: '', path: '' };

/** The typed values in the form that the server accepts. */
export const patternOf = ({ kind, words, path }: PatternValues): RulePattern =>
  kind === 'edit' || kind === 'read'
    ? { kind: 'file', act: kind, path }
    : { kind: 'command', words: words.split(' ').filter(Boolean), rest: kind === 'paths' ? 'paths' : 'none' };

const isOfFiles = ({ kind }: PatternValues) => kind === 'edit' || kind === 'read';

/** The field in which something is written; null if what is shown is empty. */
export function writtenField(values: PatternValues): 'words' | 'path' | null {
  const field = isOfFiles(values) ? 'path' : 'words';
  return values[field].trim() === '' ? null : field;
}

interface PatternFieldsProps {
  values: PatternValues;
  errors: FieldErrors;
  onChange: (name: keyof PatternValues, value: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
}

/** Fields for a pattern written by hand: a command, or acts on files. */
export function PatternFields({ values, errors, onChange, onKeyDown }: PatternFieldsProps) {
  const text = (name: 'words' | 'path') => ({
    name,
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(name, target.value),
  });
  return (
    <>
      <Field label="Allow">
        <Select options={kinds} value={values.kind} onChange={(kind) => onChange('kind', kind)} />
      </Field>
      {isOfFiles(values) ? (
        <Field
          label="Files"
          error={errors.path}
          helper="* matches any part of a name, ** any folders. Settings and data need their ending: locales/*.json."
        >
          <Input {...text('path')} placeholder="src/**" />
        </Field>
      ) : (
        <Field label="Command" error={errors.words}>
          <Input {...text('words')} placeholder="npm test" />
        </Field>
      )}
    </>
  );
}
