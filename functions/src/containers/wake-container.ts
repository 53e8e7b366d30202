import { list, transact, type Tx } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { containers } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { decidedTasksOf } from '../queries.ts';
import { touch } from '../signals/touch.ts';
import { restartContainer } from './restart-container.ts';

/** A container that crashes at every start must not be started for ever; Resume starts the count anew. */
export const AUTO_STARTS_MAX = 5;

/**
 * True when the server may start a container on its own account: it ended by itself. One that the owner paused waits
 * for Resume, or for the owner's approval of what it asked (design §5).
 */
export function mayWake(container: ContainerDocument, ownerWantsItsWork = false): boolean {
  const byItself = container.desired === 'running';
  return container.status === 'paused' && (byItself || ownerWantsItsWork) && container.autoStarts < AUTO_STARTS_MAX;
}

/** Starts a container again when it ended by itself. True when it was started. */
export async function wakeContainer(id: string): Promise<boolean> {
  const woken = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    return container && wakeWithin(tx, container);
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
  ownerWantsItsWork = false,
): Promise<OutboxDocument | null> {
  return mayWake(container, ownerWantsItsWork) ? restartContainer(tx, container, 'system') : null;
}

/** Starts a container that has just ended when one of its tasks was decided in the meantime. */
export async function wakeForDecidedTasks(id: string): Promise<void> {
  const [decided] = await list(decidedTasksOf(id).limit(1));
  if (decided) await wakeContainer(id);
}
