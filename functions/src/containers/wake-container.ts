import { list, transact, type Tx, type Writer } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { containers } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { containerTasksIn, decidedTasksOf } from '../queries.ts';
import { touch } from '../signals/touch.ts';
import { restartContainer } from './restart-container.ts';

/** A container that crashes at every start must not be started for ever; what its owner does starts the count anew. */
const AUTO_STARTS_MAX = 5;

/**
 * Why a container is to be started: its owner decided about what it asked, wrote to it or gave it a task to begin, or the
 * server sees work for it.
 */
export type WakeCause = 'approval' | 'rejection' | 'message' | 'task' | 'work';

/**
 * True when the server may start a container on its own account. One that ended by itself, or that Cloud Run has lost, may
 * always be; one that the owner paused waits for Resume, or for the owner's approval of what it asked (design §5).
 */
export function mayWake({ status, desired, autoStarts }: ContainerDocument, cause: WakeCause = 'work'): boolean {
  if (status !== 'paused' && status !== 'not_found') return false;
  const byItself = desired === 'running';
  if (cause === 'work') return byItself && autoStarts < AUTO_STARTS_MAX;
  return byItself || cause === 'approval';
}

/** Starts a container again when it may be. True when it was started. */
export async function wakeContainer(id: string, cause: WakeCause = 'work'): Promise<boolean> {
  const woken = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    return container && wakeWithin(tx, container, cause);
  });
  if (!woken) return false;
  await drain(woken);
  await touch(woken.userId, [{ kind: 'container', id }]);
  return true;
}

/** The same within a transaction that has read the container: the entry to be drained after the commit, or null. */
export async function wakeWithin(
  tx: Tx,
  container: ContainerDocument,
  cause: WakeCause = 'work',
): Promise<OutboxDocument | null> {
  if (!mayWake(container, cause)) return null;
  return restartContainer(tx, container, 'system', cause === 'work' ? container.autoStarts + 1 : 1);
}

/** Work went on: whatever starts the container again from here on, it is not in a circle. */
export function noteProgress(writer: Writer, { id, autoStarts }: ContainerDocument): void {
  if (autoStarts > 0) writer.update(containers().doc(id), { autoStarts: 0 });
}

/**
 * Starts a container that has just ended when one of its tasks was decided in the meantime. Takes it as it was until
 * then: what its owner approved after asking it to pause counts as it would have once it was paused.
 */
export async function wakeForDecidedTasks({ id, pauseRequestedAt }: ContainerDocument): Promise<void> {
  const decided = await list(decidedTasksOf(id));
  if (decided.length === 0) return;
  const isApprovedSince = decided.some(
    ({ status, updatedAt }) => status === 'approved' && pauseRequestedAt !== null && updatedAt > pauseRequestedAt,
  );
  await wakeContainer(id, isApprovedSince ? 'approval' : 'work');
}

/** Starts a container that has ended when a task of its own waits: no other one may claim that. */
export async function wakeForOwnTasks(id: string): Promise<void> {
  const own = await list(containerTasksIn(id, ['pending', 'approved']).limit(1));
  if (own.length > 0) await wakeContainer(id);
}
