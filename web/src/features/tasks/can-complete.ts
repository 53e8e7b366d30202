import type { Task } from '@countersign/contract';

/** Whether the owner may say that this task is done: it runs, and no agent works on it (design §5). */
export function canComplete({ status, keptByHand }: Pick<Task, 'status' | 'keptByHand'>): boolean {
  return status === 'running' && keptByHand;
}
