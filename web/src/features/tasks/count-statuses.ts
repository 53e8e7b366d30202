import { type Task, taskStatuses } from '@countersign/contract';

export interface StatusCount {
  status: string;
  count: number;
}

/** How many tasks have each status: the known ones always and in their order, others behind them where there are any. */
export function countStatuses(tasks: readonly Task[]): StatusCount[] {
  const counts = new Map<string, number>(taskStatuses.map((status) => [status, 0]));
  for (const task of tasks) counts.set(task.status, (counts.get(task.status) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count }));
}
