import { type Task, taskMoves } from '@countersign/contract';

const ended = ['completed', 'failed'];

/** Whether the agent is done with this task, successfully or not: nothing more happens unless it is reopened. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return ended.includes(status);
}

/** Whether the owner may mark this task as done: it runs, and no agent works on it. */
export function canComplete({ status, keptByHand }: Pick<Task, 'status' | 'keptByHand'>): boolean {
  return status === 'running' && keptByHand;
}

/** Whether the owner may put this task back to pending. */
export function canReopen({ status }: Pick<Task, 'status'>): boolean {
  return taskMoves.some((move) => move.on === 'reopen' && move.from === status);
}
