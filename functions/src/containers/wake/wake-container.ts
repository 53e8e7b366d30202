import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx, type Writer } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { taskDocument } from '../../documents/task.ts';
import { containers, fieldsOf } from '../../store/firestore.ts';
import { containerTasksIn, decidedTasksOf } from '../../store/queries.ts';
import { AUTO_STARTS_MAX } from '../../state/left-to-owner.ts';
import { restartContainer } from './restart-container.ts';

/**
 * Why a container is started: its owner decided a question of it, wrote to it or gave it a task to begin; or the server
 * has found work for it, or continues after a cap made it leave.
 */
export type WakeCause = 'approval' | 'rejection' | 'message' | 'task' | 'work' | 'cap';

/**
 * True when the server may start a container by itself. One that ended by itself, or that Cloud Run has lost, may
 * always be started; one that the owner paused waits for Resume, or for the owner to approve one of its questions.
 */
export function mayWake({ status, desired, autoStarts }: ContainerDocument, cause: WakeCause = 'work'): boolean {
  if (status !== 'paused' && status !== 'not_found') return false;
  const byItself = desired === 'running';
  if (cause === 'work') return byItself && autoStarts < AUTO_STARTS_MAX;
  return byItself || cause === 'approval';
}

/** True for a container that has ended, and that the server does not start for its work any more: it was tried too often. */
export function isGivenUp({ status, desired, autoStarts }: ContainerDocument): boolean {
  return (status === 'paused' || status === 'not_found') && desired === 'running' && autoStarts >= AUTO_STARTS_MAX;
}

/** Starts a container again if `mayWake` allows it. True when it was started. */
export function wakeContainer(id: string, cause: WakeCause = 'work'): Promise<boolean> {
  return transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    return container !== undefined && wakeIfPossible(tx, container, cause);
  });
}

/**
 * Starts a container that the transaction has read, if `mayWake` allows it. True when it was started. One that has work
 * and was tried too often says so from then on.
 */
export async function wakeIfPossible(
  tx: Tx,
  container: ContainerDocument,
  cause: WakeCause = 'work',
): Promise<boolean> {
  if (!mayWake(container, cause)) {
    if (cause === 'work' && isGivenUp(container)) tellGivenUp(tx, container);
    return false;
  }
  const { autoStarts } = container;
  const starts = { work: autoStarts + 1, cap: autoStarts };
  await restartContainer(tx, container, 'system', cause === 'work' || cause === 'cap' ? starts[cause] : 1);
  return true;
}

function tellGivenUp(writer: Writer, { id, userId, status, message }: ContainerDocument): void {
  const tried = `It was started ${AUTO_STARTS_MAX} times without progress and is not started again by itself.`;
  if (message?.includes(tried)) return;
  // Resume is offered only where a container is paused.
  const remedy =
    status === 'paused'
      ? 'Look at its log, then press Resume.'
      : 'Look at its log, then write to its task, which starts it again.';
  const last = message === null ? '' : `${message.replace(/\.?$/, '.')} `;
  writer.update(containers().doc(id), { message: `${last}${tried} ${remedy}`, updatedAt: Timestamp.now() });
  writer.signal(userId, { kind: 'container', id });
}

/** Work has progressed, so starting the container again is not a loop of crashes. */
export function noteProgress(writer: Writer, { id, autoStarts }: ContainerDocument): void {
  if (autoStarts > 0) writer.update(containers().doc(id), { autoStarts: 0 });
}

const decidedDocument = taskDocument.pick({ id: true, status: true, updatedAt: true });

/**
 * Starts a container that has just ended when one of its tasks was decided in the meantime. `container` is as it was
 * before: what its owner approved after asking it to pause counts like an approval given once it was paused.
 */
export async function wakeForDecidedTasks({
  id,
  pauseRequestedAt,
}: Pick<ContainerDocument, 'id' | 'pauseRequestedAt'>): Promise<void> {
  const decided = await list(fieldsOf(decidedTasksOf(id), decidedDocument));
  if (decided.length === 0) return;
  const isApprovedSince = decided.some(
    ({ status, updatedAt }) => status === 'approved' && pauseRequestedAt !== null && updatedAt > pauseRequestedAt,
  );
  await wakeContainer(id, isApprovedSince ? 'approval' : 'work');
}

/** Starts a container that has ended when a task of its own waits: no other container may claim it. */
export async function wakeForOwnTasks(id: string): Promise<void> {
  const own = await list(containerTasksIn(id, ['pending', 'approved']).limit(1));
  if (own.length > 0) await wakeContainer(id);
}
