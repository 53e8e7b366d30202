import type { Container } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { illegalMove, notFound } from '../lib/errors.ts';
import { containers } from '../store/firestore.ts';
import { readOwnContainer } from '../own/read-own-container.ts';
import { reconcileIfPossible } from './reconcile/reconcile-if-possible.ts';
import { toContainerReply } from '../replies/container-reply.ts';

/**
 * Asks a running container to save its work and end. Its runner's held request tells it; it stays `running` until it
 * has ended, and is cancelled after 60 s. Asking again changes nothing. Throws `not_found`, `illegal_move`.
 */
export async function pauseContainer(userId: string, id: string): Promise<Container> {
  await reconcileIfPossible(await readOwnContainer(userId, id));
  const container = await transact(async (tx) => {
    const current = await tx.read(containers().doc(id));
    if (!current) throw notFound('Container');
    if (current.status !== 'running') throw illegalMove('container', current.status, 'paused');
    if (current.desired === 'paused') return current;
    const now = Timestamp.now();
    const change = { desired: 'paused', pauseRequestedAt: now, updatedAt: now } as const;
    tx.update(containers().doc(id), change);
    recordEvent(tx, { userId, actor: 'owner', action: 'container_paused', subjectId: id, detail: {} });
    tx.signal(userId, { kind: 'container', id });
    return { ...current, ...change };
  });
  return toContainerReply(container);
}
