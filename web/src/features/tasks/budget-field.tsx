import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import type { TaskTextProps } from './task-form.ts';

interface BudgetFieldProps extends TaskTextProps {
  unit: string;
  error: string | undefined;
}

/** How much a task may use before its owner is asked. */
export function BudgetField({ unit, error, ...input }: BudgetFieldProps) {
  const inMoney = unit === 'usd';
  return (
    <Field
      label={inMoney ? 'Budget ($)' : 'Budget (tokens)'}
      error={error}
      helper="When it is used up, the agent stops and you are asked. Leave this empty for no budget."
    >
      <Input {...input} type="number" inputMode="decimal" min={0} step={inMoney ? 'any' : 1} placeholder="No budget" />
    </Field>
  );
}
