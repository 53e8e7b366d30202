import { deleteAccountThings } from '../cascade/delete-account-things.ts';
import { deleteProjectThings } from '../cascade/delete-project-things.ts';
import { deleteTaskThings } from '../cascade/delete-task-things.ts';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';

/**
 * Does an entry's work: idempotent, because it may be cut off at any point and begun again. Stops at `deadline`
 * (milliseconds since 1970) with `again` when something is left.
 */
export type Handler = (entry: OutboxDocument, deadline: number) => Promise<'done' | 'again'>;

/** Every kind of promised work and who does it. */
export const handlers: Partial<Record<OutboxKind, Handler>> = {
  delete_account: deleteAccountThings,
  delete_project: deleteProjectThings,
  delete_task: deleteTaskThings,
};
