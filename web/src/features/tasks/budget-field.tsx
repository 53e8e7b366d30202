import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import type { TaskTextProps } from './task-form.ts';

interface BudgetFieldProps extends TaskTextProps {
  unit: string;
  error: string | undefined;
}

/** How much a task may use before its owner is asked. */
export function BudgetField({ unit, error, ...input }: BudgetFieldProps) {
  return (
    <Field
      label={unit === 'usd' ? 'Budget ($)' : 'Budget (tokens)'}
      error={error}
      helper="When it is used up, the agent stops and you are asked. Leave this empty for no budget."
    >
      <Input {...input} autoComplete="off" inputMode="decimal" placeholder="No budget" />
    </Field>
  );
}
