import { FieldValue, Timestamp, type DocumentData, type Query } from 'firebase-admin/firestore';
import { startOf } from '../containers/start-container.ts';
import { commit, list } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../firestore.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { deleteSecret } from '../secrets/store.ts';
import { step } from './fault.ts';
import { OutOfTime } from './purge.ts';

/**
 * Ends what runs of some containers. A new epoch first: from there on nothing that an execution writes is taken, and
 * one that is being started at this moment is ended by whoever starts it. Throws OutOfTime, and when Cloud Run cannot
 * be asked.
 */
export async function endContainers<D extends DocumentData>(
  query: Query<ContainerDocument, D>,
  deadline: number,
): Promise<void> {
  const alive = (await list(query)).filter(({ status }) => status !== 'deleted');
  for (const container of alive) {
    if (Date.now() > deadline) throw new OutOfTime('Time is up at containers');
    step('before container');
    await commit((writer) => {
      writer.update(containers().doc(container.id), {
        ...gone,
        epoch: FieldValue.increment(1),
        updatedAt: Timestamp.now(),
      });
      deleteSecret(writer, 'container-jwt', container.id);
    });
    step('after fence');
    await runtime().removeAll({ ...startOf(container), identity: ['CONTAINER_ID'] });
    await commit((writer) => writer.update(containers().doc(container.id), { status: 'deleted' }));
    step('after container');
  }
}

const gone = { desired: 'deleted', status: 'deleting' } as const;
