import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { env } from '../../settings/env.ts';
import { containers } from '../../store/firestore.ts';
import { meterTime } from '../../quotas/days/meter.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { leavingTasks, releaseLeases } from '../../state/release-leases.ts';
import { endLater } from '../wake/restart-container.ts';
import { wakeIfPossible } from '../wake/wake-container.ts';

/** True when the runner of a container with status running has been silent for as long as a lease lasts. */
function hasLostContact({ status, heartbeatAt, startedAt }: ContainerDocument, now: Timestamp): boolean {
  const last = heartbeatAt ?? startedAt;
  return status === 'running' && last !== null && last.toMillis() + env().LEASE_SECONDS * 1000 < now.toMillis();
}

/**
 * Replaces the execution of a container that is frozen or cut off. What the old one still writes is stale from now on;
 * if it does not notice and end by itself, it is ended a little later. The container stays paused where the server may
 * not start it (its owner pauses it, or it was tried too often).
 */
export async function replaceExecution(tx: Tx, container: ContainerDocument): Promise<void> {
  const now = Timestamp.now();
  const end = {
    message: `Nothing was heard from it for ${env().LEASE_SECONDS} seconds`,
    completedAt: now,
    pauseRequestedAt: null,
    ...meterTime(tx, container, container.startedAt, now),
  };
  changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, end);
  const ended = { ...container, status: 'paused', message: end.message } as const;
  if (!(await wakeIfPossible(tx, ended))) endLater(tx, container);
}

/** Does that for a container that somebody waits for, if it is silent. */
export async function replaceIfSilent(id: string, now: Timestamp): Promise<void> {
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || !hasLostContact(container, now)) return;
    const { stopped } = await leavingTasks(tx, container);
    await replaceExecution(tx, container);
    releaseLeases(tx, { leased: [], stopped }); // the others' leases run out, of which their owner is notified
  });
}
