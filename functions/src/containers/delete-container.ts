import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { containers } from '../store/firestore.ts';
import { writeDeletion } from './reconcile/end-container.ts';

/**
 * Shuts a container down for good: its token is dead at once, its execution ends (within 10 s of grace), its tasks
 * fail. It stays in the list, with its log. Does nothing if it is already deleted. Throws `not_found`.
 */
export async function deleteContainer(userId: string, id: string): Promise<void> {
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.userId !== userId) throw notFound('Container');
    if (container.status === 'deleting' || container.status === 'deleted') return;
    writeDeletion(tx, container);
    recordEvent(tx, { userId, actor: 'owner', action: 'container_deleted', subjectId: id, detail: {} });
    tx.enqueue(userId, 'delete_container', id);
  });
}
