import { PRIORITY_DEFAULT, type Task } from '@countersign/contract';

/** What is typed about a task; the priority stays text until it is sent. */
export interface TaskValues {
  title: string;
  description: string;
  priority: string;
}

export const newTaskValues: TaskValues = { title: '', description: '', priority: String(PRIORITY_DEFAULT) };

export const taskValuesOf = ({ title, description, priority }: Task): TaskValues => ({
  title,
  description: description ?? '',
  priority: String(priority),
});

/** What is sent: a description left empty is none. */
export const taskBody = ({ title, description, priority }: TaskValues) => ({
  title,
  description: description.trim() === '' ? null : description,
  priority: parsePriority(priority),
});

/** The number that was typed; anything that is not one falls back to 1. */
function parsePriority(typed: string): number {
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isNaN(number) ? PRIORITY_DEFAULT : number;
}
