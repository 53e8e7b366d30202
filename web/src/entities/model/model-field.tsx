import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { isModelAChoice, modelLabel, type Models, modelOptions } from './model-options.ts';

interface ModelFieldProps {
  models: Models;
  /** Its name; null means the choice that `unset` describes. */
  model: string | null;
  onChange: (model: string | null) => void;
  /** The label for no choice. */
  unset: string;
  /** Says when a change takes effect. */
  helper: string;
  error?: string | undefined;
  disabled?: boolean;
}

/** Lets the person choose the agent's model; renders nothing if there is only one. */
export function ModelField({ models, model, onChange, unset, helper, error, disabled = false }: ModelFieldProps) {
  if (!isModelAChoice(models, model)) return null;
  const isGone = model !== null && modelLabel(models, model) === null;
  const words = isGone ? 'This model is no longer offered; choose another one.' : helper;
  return (
    <Field label="Model" helper={words} error={error}>
      <Select
        value={model ?? ''}
        options={modelOptions(models, model, unset)}
        disabled={disabled}
        onChange={(name) => onChange(name === '' ? null : name)}
      />
    </Field>
  );
}
