import { type RulePattern, rulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { RuleForm } from './rule-form.tsx';

const kinds = [
  { value: 'none', label: 'A command, word for word' },
  { value: 'paths', label: 'A command, also followed by files' },
  { value: 'edit', label: 'Creating and changing files' },
  { value: 'read', label: 'Reading files' },
];

const initial = { kind: 'none', words: '', path: '' };

/** A rule written by hand: first what it lets pass, then what it would have answered. */
export function WriteRule({ projectId, onSaved }: { projectId: string; onSaved: () => void }) {
  const [pattern, setPattern] = useState<RulePattern | null>(null);
  const form = useForm({
    initial,
    schema: rulePattern,
    toBody: ({ kind, words, path }): RulePattern =>
      kind === 'edit' || kind === 'read'
        ? { kind: 'file', act: kind, path }
        : { kind: 'command', words: words.split(' ').filter(Boolean), rest: kind === 'paths' ? 'paths' : 'none' },
    send: async (written) => setPattern(written),
  });
  const isFile = form.values.kind === 'edit' || form.values.kind === 'read';
  const text = (name: 'words' | 'path') => {
    const props = form.text(name);
    return {
      ...props,
      onChange: (event: Parameters<typeof props.onChange>[0]) => {
        setPattern(null);
        props.onChange(event);
      },
    };
  };
  return (
    <chakra.div display="grid" gap="12px">
      {form.formError && <FormAlert>{form.formError}</FormAlert>}
      <Field label="Allow">
        <Select
          options={kinds}
          value={form.values.kind}
          onChange={(kind) => {
            setPattern(null);
            form.set('kind', kind);
          }}
        />
      </Field>
      {isFile ? (
        <Field label="Files" error={form.errors.path} helper="* is any part of a name, ** any folders.">
          <Input {...text('path')} autoComplete="off" spellCheck={false} placeholder="src/**" />
        </Field>
      ) : (
        <Field label="Command" error={form.errors.words}>
          <Input {...text('words')} autoComplete="off" spellCheck={false} placeholder="npm test" />
        </Field>
      )}
      {pattern === null ? (
        <div>
          <Button variant="outline" colorPalette="neutral" onClick={() => void form.submit()}>
            Try it on the latest requests
          </Button>
        </div>
      ) : (
        <RuleForm projectId={projectId} pattern={pattern} onSaved={onSaved} />
      )}
    </chakra.div>
  );
}
