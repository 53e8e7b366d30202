import type { TaskStatus } from './entities/task.ts';
import type { ContainerStatus } from './entities/container.ts';

/** Who may make a move: the owner in the browser, the agent in its container, or the server on its own account. */
export type Mover = 'owner' | 'agent' | 'system';

export interface Move<Status> {
  from: Status;
  to: Status;
  by: Mover;
  /** The event, in a word; the code that makes the move names it. */
  on: string;
}

/**
 * Every legal change of a task's status; docs/design.md#tasks says when each one happens. Any other move is answered
 * with 409 and changes nothing.
 */
export const taskMoves = [
  { from: 'pending', to: 'running', by: 'agent', on: 'claim' },
  { from: 'approved', to: 'running', by: 'agent', on: 'claim' },
  { from: 'running', to: 'awaiting_approval', by: 'agent', on: 'ask' },
  { from: 'awaiting_approval', to: 'approved', by: 'owner', on: 'decide' },
  { from: 'awaiting_approval', to: 'rejected', by: 'owner', on: 'decide' },
  { from: 'awaiting_approval', to: 'rejected', by: 'agent', on: 'withdraw' },
  { from: 'approved', to: 'awaiting_approval', by: 'owner', on: 'undo' },
  { from: 'rejected', to: 'awaiting_approval', by: 'owner', on: 'undo' },
  { from: 'approved', to: 'running', by: 'agent', on: 'continue' },
  { from: 'rejected', to: 'running', by: 'agent', on: 'continue' },
  { from: 'running', to: 'completed', by: 'agent', on: 'finish' },
  { from: 'running', to: 'failed', by: 'agent', on: 'finish' },
  { from: 'awaiting_approval', to: 'completed', by: 'agent', on: 'finish' },
  { from: 'awaiting_approval', to: 'failed', by: 'agent', on: 'finish' },
  { from: 'running', to: 'completed', by: 'owner', on: 'by_hand' },
  { from: 'running', to: 'failed', by: 'system', on: 'container_deleted' },
  { from: 'awaiting_approval', to: 'failed', by: 'system', on: 'container_deleted' },
  { from: 'approved', to: 'failed', by: 'system', on: 'container_deleted' },
  { from: 'rejected', to: 'failed', by: 'system', on: 'container_deleted' },
  { from: 'pending', to: 'failed', by: 'owner', on: 'stop' },
  { from: 'running', to: 'failed', by: 'owner', on: 'stop' },
  { from: 'awaiting_approval', to: 'failed', by: 'owner', on: 'stop' },
  { from: 'approved', to: 'failed', by: 'owner', on: 'stop' },
  { from: 'rejected', to: 'failed', by: 'owner', on: 'stop' },
  { from: 'running', to: 'pending', by: 'system', on: 'lease_lost' },
  { from: 'completed', to: 'pending', by: 'owner', on: 'reopen' },
  { from: 'failed', to: 'pending', by: 'owner', on: 'reopen' },
  { from: 'rejected', to: 'pending', by: 'owner', on: 'reopen' },
] as const satisfies readonly Move<TaskStatus>[];
export type TaskEvent = (typeof taskMoves)[number]['on'];

/**
 * Every legal change of a container's stored status (docs/design.md#containers). `unknown` is never stored: it means
 * that Cloud Run could not be asked.
 */
export const containerMoves = [
  { from: 'pending', to: 'running', by: 'system', on: 'started' },
  { from: 'pending', to: 'paused', by: 'system', on: 'ended' },
  { from: 'running', to: 'paused', by: 'system', on: 'ended' },
  { from: 'paused', to: 'pending', by: 'owner', on: 'resume' },
  { from: 'paused', to: 'pending', by: 'system', on: 'wake' },
  { from: 'not_found', to: 'pending', by: 'owner', on: 'resume' },
  { from: 'not_found', to: 'pending', by: 'system', on: 'wake' },
  { from: 'pending', to: 'not_found', by: 'system', on: 'lost' },
  { from: 'running', to: 'not_found', by: 'system', on: 'lost' },
  { from: 'pending', to: 'deleting', by: 'owner', on: 'delete' },
  { from: 'running', to: 'deleting', by: 'owner', on: 'delete' },
  { from: 'paused', to: 'deleting', by: 'owner', on: 'delete' },
  { from: 'not_found', to: 'deleting', by: 'owner', on: 'delete' },
  { from: 'deleting', to: 'deleted', by: 'system', on: 'ended' },
] as const satisfies readonly Move<ContainerStatus>[];
export type ContainerEvent = (typeof containerMoves)[number]['on'];

/** True when `by` may move a task from one status to another on this event. */
export function canMoveTask(from: TaskStatus, to: TaskStatus, by: Mover, on: TaskEvent): boolean {
  return taskMoves.some((move) => move.from === from && move.to === to && move.by === by && move.on === on);
}

/** True when `by` may move a container from one status to another on this event. */
export function canMoveContainer(from: ContainerStatus, to: ContainerStatus, by: Mover, on: ContainerEvent): boolean {
  return containerMoves.some((move) => move.from === from && move.to === to && move.by === by && move.on === on);
}
