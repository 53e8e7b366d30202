import { type BudgetUnit, budgetUnits, PRIORITY_DEFAULT, type Task } from '@countersign/contract';
import type { ChangeEvent } from 'react';
import { typedNumber } from '../../lib/forms/typed-number.ts';

/** The typed values of a task; the priority stays text until it is sent. */
export interface TaskValues {
  title: string;
  description: string;
  priority: string;
  /** Empty: none. */
  budget: string;
  /** Its unit; empty: the usual one here. */
  budgetUnit: BudgetUnit | '';
  /** Empty: the project's. */
  model: string;
}

/** Name, value and onChange of a control, as `useForm` makes them. */
export interface TaskTextProps {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

export const newTaskValues: TaskValues = {
  title: '',
  description: '',
  priority: String(PRIORITY_DEFAULT),
  budget: '',
  budgetUnit: '',
  model: '',
};

export const taskValuesOf = ({ title, description, priority, budget, model }: Task): TaskValues => ({
  title,
  description: description ?? '',
  priority: String(priority),
  budget: budget === null ? '' : String(budget.amount),
  budgetUnit: budgetUnits.find((unit) => unit === budget?.unit) ?? '',
  model: model ?? '',
});

/**
 * The request body: an empty description is null, and so is an empty budget. `unit`: the unit of budgets here; `before`:
 * the task's budget as it is.
 */
export const taskBody = (
  { title, description, priority, budget, budgetUnit, model }: TaskValues,
  unit: BudgetUnit | null,
  before: Task['budget'] = null,
) => ({
  title,
  description: description.trim() === '' ? null : description,
  priority: parsePriority(priority),
  ...budgetOf(budget, budgetUnit || unit, before?.amount),
  model: model === '' ? null : model,
});

/** The budget is left out where there cannot be one. */
function budgetOf(typed: string, unit: BudgetUnit | null, before: number | undefined) {
  if (unit === null) return {};
  return { budget: typed.trim() === '' ? null : { amount: typedNumber(typed, before), unit } };
}

/** The typed number; anything else falls back to 1. */
function parsePriority(typed: string): number {
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isNaN(number) ? PRIORITY_DEFAULT : number;
}
