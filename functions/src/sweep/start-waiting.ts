import { list, transact, type Tx } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { containers } from '../firestore.ts';
import { fullLimit } from '../limits/admit-container.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { waitingContainers } from '../queries.ts';
import { touch } from '../signals/touch.ts';
import { each } from './each.ts';
import type { Sweeper } from './sweep.ts';

/**
 * Starts what waits for a place, the oldest first, when there is one. However many wait for places of one project or
 * user: that there is none is asked once, and nothing is written.
 */
export const startWaiting: Sweeper = async (_now, deadline) => {
  const waiting = await list(waitingContainers());
  const full = new Set<string>();
  const oldestFirst = waiting.sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis());
  await each('starting a container', oldestFirst, deadline, async (container) => {
    const { id, userId, projectId } = container;
    if (full.has(projectId) || full.has(userId)) return;
    const limit = await fullLimit(container, 1);
    if (limit) full.add(limit === 'project' ? projectId : userId);
    else await start(userId, id);
  });
};

async function start(userId: string, id: string): Promise<void> {
  const entry = await transact((tx) => promiseStart(tx, id));
  if (!entry) return;
  await drain(entry);
  await touch(userId, [{ kind: 'container', id }]);
}

/** Null when it does not wait any more, as another instance was faster or its owner deleted it. */
async function promiseStart(tx: Tx, id: string): Promise<OutboxDocument | null> {
  const container = await tx.read(containers().doc(id));
  if (!container?.waits) return null;
  tx.update(containers().doc(id), { waits: false });
  return container.status === 'pending' ? enqueue(tx, container.userId, 'start_container', id) : null;
}
