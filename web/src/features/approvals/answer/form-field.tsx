import type { FormField as AskedField } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { labelOf } from '../../../entities/task-item/content/elicitation-view.tsx';
import { own } from '../../../lib/own.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { type Draft, looksSecret } from './draft.ts';

interface FormFieldProps {
  field: AskedField;
  value: Draft[string];
  error: string | undefined;
  onChange: (value: Draft[string]) => void;
}

/** Longer texts get a multi-line field. */
const LINE_MAX = 200;
const SECRET = 'Do not type passwords here: the answer is stored and goes to the agent.';

/** One field that an agent asks to be filled in. */
export function FormField({ field, value, error, onChange }: FormFieldProps) {
  const label = visibleText(labelOf(field));
  const description = visibleText(field.description ?? '');
  const helper = looksSecret(field) ? (
    <>
      <chakra.span color="waiting.fg">{SECRET}</chakra.span> {description}
    </>
  ) : (
    description
  );
  if (field.type === 'boolean') {
    return (
      <div>
        <Checkbox label={label} name={field.name} checked={value === true} onChange={onChange} />
        <Words helper={helper} error={error} />
      </div>
    );
  }
  if (field.type === 'array') {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
    const set = (one: string, isChosen: boolean) =>
      onChange(
        (field.options ?? [])
          .map((option) => option.value)
          .filter((other) => (other === one ? isChosen : chosen.includes(other))),
      );
    return (
      <chakra.fieldset minW={0} border="none" p={0}>
        <chakra.legend textStyle="label">
          {label}
          {field.required && ' *'}
        </chakra.legend>
        <Words helper={helper} error={error} />
        {field.options?.map((option) => (
          <Checkbox
            key={option.value}
            label={visibleText(option.title)}
            name={field.name}
            checked={chosen.includes(option.value)}
            onChange={(isChosen) => set(option.value, isChosen)}
          />
        ))}
      </chakra.fieldset>
    );
  }
  return (
    <Field label={label} required={field.required} helper={helper} error={error}>
      {control(field, String(value), onChange)}
    </Field>
  );
}

function control(field: AskedField, value: string, onChange: (value: string) => void) {
  if (field.options) {
    const options = field.options.map((option) => ({ value: option.value, label: visibleText(option.title) }));
    const none = { value: '', label: 'Choose…' };
    return <Select name={field.name} options={[none, ...options]} value={value} onChange={onChange} />;
  }
  // No autofill of values typed elsewhere: the agent would get them.
  const common = { name: field.name, value, autoComplete: 'off', 'data-1p-ignore': true };
  const onInput = (event: { target: { value: string } }) => onChange(event.target.value);
  if (field.type !== 'string') return <Input {...common} inputMode="decimal" onChange={onInput} />;
  const isLine = field.format !== undefined || (field.maxLength ?? LINE_MAX + 1) <= LINE_MAX;
  if (!isLine) return <Textarea {...common} rows={2} onChange={onInput} />;
  return <Input {...common} type={own(types, field.format ?? '') ?? 'text'} onChange={onInput} />;
}

const types: Record<string, string> = { email: 'email', uri: 'url', date: 'date' };

function Words({ helper, error }: { helper: ReactNode; error: string | undefined }) {
  if (error === undefined && helper === '') return null;
  return (
    <chakra.p
      textStyle="sm"
      color={error === undefined ? 'fg.muted' : 'reject.fg'}
      role={error === undefined ? undefined : 'alert'}
    >
      {error ?? helper}
    </chakra.p>
  );
}
