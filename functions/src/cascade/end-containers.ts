import { Timestamp, type DocumentData, type Query } from 'firebase-admin/firestore';
import { removeExecutions } from '../containers/reconcile/remove-executions.ts';
import { commit, transact } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../store/firestore.ts';
import { deleteSecret } from '../secrets/store.ts';
import { failpoint } from '../erasing/failpoint.ts';
import { OutOfTime } from '../outbox/handler.ts';

/**
 * Ends the executions of containers that are not deleted, of which a user's quota allows only some. First all of them
 * get a new epoch: from then on nothing that an execution writes is accepted, and one that is just being started is
 * ended by whoever starts it, whether Cloud Run answers or not. Throws OutOfTime, and when Cloud Run cannot be asked.
 */
export async function endContainers<D extends DocumentData>(
  living: Query<ContainerDocument, D>,
  deadline: number,
): Promise<void> {
  const alive = await list(living);
  const ended = alive.filter(({ desired }) => desired === 'deleted');
  for (const container of alive.filter(({ desired }) => desired !== 'deleted')) {
    inTime(deadline);
    failpoint('before container');
    ended.push(await fence(container));
    failpoint('after fence');
  }
  for (const container of ended) {
    inTime(deadline);
    await removeExecutions(container);
    await commit((writer) => writer.update(containers().doc(container.id), { status: 'deleted' }));
    failpoint('after container');
  }
}

function inTime(deadline: number): void {
  if (Date.now() > deadline) throw new OutOfTime('Time is up at containers');
}

/** Returns the container as it was: no name of an execution can be added from now on. */
async function fence({ id }: ContainerDocument): Promise<ContainerDocument> {
  return transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container) throw notFound('Container');
    const gone = { desired: 'deleted', status: 'deleting' } as const;
    tx.update(containers().doc(id), { ...gone, epoch: container.epoch + 1, updatedAt: Timestamp.now() });
    deleteSecret(tx, 'container-jwt', id);
    return container;
  });
}
