import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../data.ts';
import { notFound } from '../errors.ts';
import { containers } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touch } from '../signals/touch.ts';
import { writeDeletion } from './end-container.ts';

/**
 * Shuts a container down for good: its token is dead at once, its execution ends (10 s of grace at most), its tasks
 * fail. It stays in the list, with its log. Throws `not_found`, `illegal_move` when it is deleted already.
 */
export async function deleteContainer(userId: string, id: string): Promise<void> {
  const { entry, changes } = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.userId !== userId) throw notFound('Container');
    const changes = writeDeletion(tx, container);
    recordEvent(tx, { userId, actor: 'owner', action: 'container_deleted', subjectId: id, detail: {} });
    return { entry: enqueue(tx, userId, 'delete_container', id), changes };
  });
  await drain(entry);
  await touch(userId, changes);
}
