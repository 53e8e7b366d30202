import { mayWorkFor } from '../../access/admission.ts';
import { transact, type Tx } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { containers } from '../../store/firestore.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { leavingTasks, releaseLeases } from '../../state/release-leases.ts';

const OWNER_GONE = 'Stopped: its owner may not use this Countersign at the moment';

/**
 * Stops a container at once whose owner was disabled, deleted, or taken off the list: what its execution still writes
 * is stale from now on, its tasks wait, and only its owner can start it again, once admitted again.
 */
export function stopContainer(id: string): Promise<void> {
  return transact((tx) => stop(tx, id));
}

/** True when the container may be started for its owner; otherwise it is stopped. Throws `unavailable`. */
export async function keepsOwner({ id, userId }: ContainerDocument): Promise<boolean> {
  if (await mayWorkFor(userId)) return true;
  await stopContainer(id);
  return false;
}

async function stop(tx: Tx, id: string): Promise<void> {
  const container = await tx.read(containers().doc(id));
  if (container?.status !== 'pending' && container?.status !== 'running') return;
  const { userId, execution } = container;
  const leaving = await leavingTasks(tx, { ...container, desired: 'paused' });
  const fence = { desired: 'paused', epoch: container.epoch + 1, message: OWNER_GONE, pauseRequestedAt: null } as const;
  changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, fence);
  releaseLeases(tx, leaving);
  if (execution) tx.enqueue(userId, 'end_execution', id, { object: execution });
}
