import type { OutboxDocument } from '../../documents/outbox.ts';
import { runtime } from '../../runtime/cloud-run.ts';

/**
 * Outbox: ends an execution that another one has replaced. It had time to notice and to end by itself; cancelling one
 * that has ended does no harm. Throws when Cloud Run cannot be asked, so that it is tried again.
 */
export async function endReplacedExecution({ object }: OutboxDocument): Promise<'done'> {
  if (object) await runtime().cancel(object);
  return 'done';
}
