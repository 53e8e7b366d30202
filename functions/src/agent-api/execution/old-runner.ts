import { OLDEST_RUNNER_PROTOCOL } from '@countersign/contract/agent';
import { transact } from '../../effects/transact.ts';
import { conflict, type DomainError } from '../../lib/errors.ts';
import { containers } from '../../store/firestore.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { leavingTasks, releaseLeases } from '../../state/release-leases.ts';

/** Runners that send no protocol version are older than the versions themselves. */
export const isTooOld = (protocol: number | null | undefined) => (protocol ?? 1) < OLDEST_RUNNER_PROTOCOL;

/** What the owner of an old runner is told: if it is at work, and if it is just starting. */
export const LEAVES =
  'Its runner is older than this Countersign: it saves its work and is started again with a newer one';
const CANNOT_BEGIN =
  'The runner in its image is older than this Countersign. Whoever runs this Countersign must rebuild the image; then Resume starts it';

/**
 * Pauses a container whose image is too old, with the reason; its start code stays unused. Returns the runner's error;
 * null for a code that was used, or is of another start: that is for the nonce to decide, as whoever knows a used code
 * must not pause the container that used it.
 */
export async function refuseOldRunner(containerId: string, epoch: number): Promise<DomainError | null> {
  return transact(async (tx) => {
    const container = await tx.read(containers().doc(containerId));
    if (container?.epoch !== epoch || container.exchangeNonce !== null) return null;
    if (['pending', 'running'].includes(container.status)) {
      const leaving = await leavingTasks(tx, container);
      changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, { message: CANNOT_BEGIN });
      releaseLeases(tx, leaving);
    }
    return conflict(CANNOT_BEGIN);
  });
}
