import { FieldValue, Timestamp, type DocumentData, type Query } from 'firebase-admin/firestore';
import { startOf } from '../containers/start-container.ts';
import { commit } from '../effects/transact.ts';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../store/firestore.ts';
import { runtime } from '../runtime/cloud-run.ts';
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
  for (const container of alive.filter(({ desired }) => desired !== 'deleted')) {
    inTime(deadline);
    failpoint('before container');
    await fence(container);
    failpoint('after fence');
  }
  for (const container of alive) {
    inTime(deadline);
    await runtime().removeAll({ ...startOf(container), identity: ['CONTAINER_ID'] });
    await commit((writer) => writer.update(containers().doc(container.id), { status: 'deleted' }));
    failpoint('after container');
  }
}

function inTime(deadline: number): void {
  if (Date.now() > deadline) throw new OutOfTime('Time is up at containers');
}

async function fence({ id }: ContainerDocument): Promise<void> {
  await commit((writer) => {
    const gone = { desired: 'deleted', status: 'deleting' } as const;
    writer.update(containers().doc(id), { ...gone, epoch: FieldValue.increment(1), updatedAt: Timestamp.now() });
    deleteSecret(writer, 'container-jwt', id);
  });
}
