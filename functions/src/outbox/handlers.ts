import { deleteAccountThings } from '../cascade/delete-account-things.ts';
import { deleteProjectThings } from '../cascade/delete-project-things.ts';
import { deleteTaskThings } from '../cascade/delete-task-things.ts';
import { deleteTaskLeftovers } from '../cascade/delete-task-leftovers.ts';
import { endContainer } from '../containers/end-container.ts';
import { startContainer } from '../containers/start-container.ts';
import { endReplacedExecution } from '../containers/end-replaced-execution.ts';
import { wakeInterrupted } from '../containers/wake-interrupted.ts';
import { wakeProjectEntry } from '../containers/wake-project.ts';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';

/**
 * Does an entry's work: idempotent, because it may be cut off at any point and begun again. Stops at `deadline`
 * (milliseconds since 1970) with `again` when something is left.
 */
export type Handler = (entry: OutboxDocument, deadline: number) => Promise<'done' | 'again'>;

/** Every kind of promised work and who does it. */
export const handlers: Record<OutboxKind, Handler> = {
  start_container: startContainer,
  delete_container: endContainer,
  end_execution: endReplacedExecution,
  wake_container: wakeInterrupted,
  wake_project: wakeProjectEntry,
  delete_account: deleteAccountThings,
  delete_project: deleteProjectThings,
  delete_task: deleteTaskThings,
  delete_task_leftovers: deleteTaskLeftovers,
};
