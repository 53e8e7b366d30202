import { Timestamp, type DocumentData, type Query } from 'firebase-admin/firestore';
import { removeExecutions } from '../containers/remove-executions.ts';
import { commit, transact } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../store/firestore.ts';
import { deleteSecret } from '../secrets/store.ts';
import { failpoint } from '../erasing/failpoint.ts';
import { OutOfTime } from '../outbox/handler.ts';

/**
 * Ends what runs of some containers. A new epoch of all of them first: from there on nothing that an execution writes is
 * taken, and one that is being started at this moment is ended by whoever starts it, whether Cloud Run answers or not.
 * Throws OutOfTime, and when Cloud Run cannot be asked.
 */
export async function endContainers<D extends DocumentData>(
  query: Query<ContainerDocument, D>,
  deadline: number,
): Promise<void> {
  const alive = (await list(query)).filter(({ status }) => status !== 'deleted');
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

/** Answers the container as it was then: no name of an execution is added from here on. */
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
