import { type Task, taskMoves } from '@countersign/contract';

/** Whether the owner may put this task back to pending: it has ended (design §5). */
export function canReopen({ status }: Pick<Task, 'status'>): boolean {
  return taskMoves.some((move) => move.on === 'reopen' && move.from === status);
}
