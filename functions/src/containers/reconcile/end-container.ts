import { setTimeout as delay } from 'node:timers/promises';
import { transact, type Tx } from '../../effects/transact.ts';
import { read } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { OutboxDocument } from '../../documents/outbox.ts';
import { containers } from '../../store/firestore.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { deleteSecret } from '../../secrets/store.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { deleteLeftoversOfFailed, failTasksOfContainer } from './fail-tasks.ts';
import { reconcileContainer } from './reconcile-container.ts';
import { removeExecutions } from './remove-executions.ts';
import { readProjectOf, writeDeleted } from './write-deleted.ts';
import { startWaitingSoon } from '../start/start-waiting.ts';

/** Milliseconds between two looks at an execution that is ending. */
const LOOK_MS = 200;

/** Writes that a container is being deleted; what it writes from now on is stale. Throws `illegal_move`. */
export function writeDeletion(tx: Tx, container: ContainerDocument): void {
  deleteSecret(tx, 'container-jwt', container.id);
  const change = { desired: 'deleted', message: null, pauseRequestedAt: null } as const;
  changeContainerStatus(tx, container, { to: 'deleting', by: 'owner', on: 'delete' }, change);
}

/**
 * Outbox: ends the executions of a deleted container and fails its tasks; done when Cloud Run holds none of them. Throws
 * OutOfTime.
 */
export async function endContainer(entry: OutboxDocument, deadline: number): Promise<'done' | 'later'> {
  await failTasksOfContainer(entry.subjectId, deadline);
  const container = await read(containers().doc(entry.subjectId));
  if (!container) return 'done';
  if (container.execution && !(await endExecution(container, container.execution, deadline))) return 'later';
  // Earlier executions, and any whose start was never answered.
  await removeExecutions(container);
  await deleteLeftoversOfFailed(container.id, deadline);
  await markDeleted(container);
  await startWaitingSoon(); // its place is free
  return 'done';
}

/** Asks an execution to end and waits for it until the deadline; a responsive runner ends at once. */
async function endExecution(container: ContainerDocument, execution: string, deadline: number): Promise<boolean> {
  await runtime().cancel(execution);
  for (;;) {
    const reconciled = await reconcileContainer(container);
    if (!reconciled.execution) return true;
    if (Date.now() + LOOK_MS > deadline) return false;
    await delay(LOOK_MS);
  }
}

/** For a container of which nothing ran; otherwise reconciling has done this already. */
async function markDeleted({ id }: ContainerDocument): Promise<void> {
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (container?.status !== 'deleting') return;
    writeDeleted(tx, container, await readProjectOf(tx, container));
  });
}
