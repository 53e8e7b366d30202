import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../../effects/transact.ts';
import { containers } from '../../store/firestore.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { directiveOf, fenceContainer } from '../../state/fence.ts';

/** Why a runner must leave: a cap of the day is reached (its owner is notified), or it is too old. */
interface Reason {
  message: string;
  isCap: boolean;
}

/**
 * Asks a runner to save and leave, as Pause does and with its limit of 60 s; but as its owner did not ask, it is
 * started again when that is possible. Its held request returns at once. Returns the directive. Throws
 * `stale_epoch`.
 */
export async function askToLeave(caller: AgentCaller, { message, isCap }: Reason): Promise<'run' | 'pause'> {
  return transact(async (tx) => {
    const container = await fenceContainer(tx, caller);
    const directive = directiveOf(container);
    if (directive === 'pause' || container.status !== 'running') return directive;
    const change = { capMessage: message, message, pauseRequestedAt: Timestamp.now() };
    tx.update(containers().doc(container.id), change);
    tx.signal(caller.userId, { kind: 'container', id: container.id });
    if (isCap) tx.enqueue(caller.userId, 'notify', container.id, { object: 'budget' });
    return 'pause';
  });
}
