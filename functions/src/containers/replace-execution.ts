import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { env } from '../env.ts';
import { containers } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { touch, type Change } from '../signals/touch.ts';
import { changeContainerStatus } from './change-container-status.ts';
import { endLater } from './restart-container.ts';
import { wakeWithin } from './wake-container.ts';

/** True when the runner of a container that is said to run has not been heard of for as long as a lease lasts. */
function hasLostTouch({ status, heartbeatAt, startedAt }: ContainerDocument, now: Timestamp): boolean {
  const last = heartbeatAt ?? startedAt;
  return status === 'running' && last !== null && last.toMillis() + env().LEASE_SECONDS * 1000 < now.toMillis();
}

/**
 * Starts a container anew whose execution is frozen, or cut off. What that one still writes is stale from here on; if it
 * does not notice and end by itself, it is ended a little later. The entry is to be drained after the commit; null when
 * the server may not start it (its owner pauses it, or it was tried too often).
 */
export async function replaceExecution(
  tx: Tx,
  container: ContainerDocument,
): Promise<{ entry: OutboxDocument | null; changes: Change[] }> {
  const end = {
    message: `It was not heard of for ${env().LEASE_SECONDS} seconds`,
    completedAt: Timestamp.now(),
    pauseRequestedAt: null,
  };
  const changes = changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, end);
  const entry = await wakeWithin(tx, { ...container, status: 'paused' });
  if (!entry) endLater(tx, container);
  return { entry, changes };
}

/** The same for a container that somebody waits for, if it is silent. */
export async function replaceIfSilent(id: string, now: Timestamp): Promise<void> {
  const replaced = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || !hasLostTouch(container, now)) return null;
    return { userId: container.userId, ...(await replaceExecution(tx, container)) };
  });
  if (!replaced) return;
  if (replaced.entry) await drain(replaced.entry);
  await touch(replaced.userId, replaced.changes);
}
