import { Timestamp } from 'firebase-admin/firestore';
import { read, transact, type Tx } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { env } from '../env.ts';
import { containers } from '../firestore.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { runtime } from '../runtime/cloud-run.ts';
import type { Observation } from '../runtime/status.ts';
import { touch, type Change } from '../signals/touch.ts';
import { changeContainerStatus, type ContainerChange } from './change-container-status.ts';
import { giveBackTasks, leasedTasks } from './give-back-tasks.ts';
import { findExecution } from './start-container.ts';
import { wakeForDecidedTasks } from './wake-container.ts';

/**
 * Asks Cloud Run about a container and writes down what became of it. Answers the container as it is then.
 * Throws RuntimeUnavailable or RuntimeRefused when Cloud Run could not be asked.
 */
export async function settleContainer(container: ContainerDocument): Promise<ContainerDocument> {
  const execution = container.execution ?? (await findExecution(container));
  if (!execution) return container;
  const observation = await runtime().observe(execution);
  if (observation.phase === 'running' && isPauseOverdue(container)) await runtime().cancel(execution);
  const ended = observation.phase === 'ended';
  const exitCode = ended ? await runtime().exitCode(execution) : null;
  const changes = await transact((tx) => record(tx, container.id, execution, { ...observation, exitCode }));
  await touch(container.userId, changes);
  if (ended || observation.phase === 'gone') await wakeForDecidedTasks(container);
  return (await read(containers().doc(container.id))) ?? container;
}

function isPauseOverdue({ pauseRequestedAt, status }: ContainerDocument, now = Date.now()): boolean {
  return (
    status === 'running' && pauseRequestedAt !== null && pauseRequestedAt.toMillis() + env().PAUSE_SECONDS * 1000 < now
  );
}

type Observed = Observation & { exitCode: number | null };

async function record(tx: Tx, id: string, execution: string, observed: Observed): Promise<Change[]> {
  const container = await tx.read(containers().doc(id));
  if (!container || container.execution !== execution || observed.phase === 'pending') return [];
  if (observed.phase === 'running') return recordRunning(tx, container, observed);
  const leased = await leasedTasks(tx, id);
  if (wasCutOff(container, observed) || leased.length > 0) {
    // Not at once: one that crashes at every start would be started as often as its page asks for its status.
    enqueue(tx, container.userId, 'wake_container', id, { afterMs: 0 });
  }
  return [...recordEnd(tx, container, observed), ...giveBackTasks(tx, leased)];
}

/** It ended without having said so, and nobody had asked it to. */
function wasCutOff({ status, desired }: ContainerDocument, { phase, exitCode }: Observed): boolean {
  const hasFailed = phase === 'gone' || (exitCode ?? 0) !== 0;
  return (status === 'running' || status === 'pending') && desired === 'running' && hasFailed;
}

function recordRunning(tx: Tx, container: ContainerDocument, { startedAt }: Observed): Change[] {
  if (container.status !== 'pending') return [];
  const since = startedAt ? Timestamp.fromDate(startedAt) : Timestamp.now();
  return changeContainerStatus(tx, container, { to: 'running', by: 'system', on: 'started' }, { startedAt: since });
}

function recordEnd(tx: Tx, container: ContainerDocument, observed: Observed): Change[] {
  const end: ContainerChange = {
    execution: null,
    pauseRequestedAt: null,
    exitCode: observed.exitCode,
    completedAt: observed.completedAt ? Timestamp.fromDate(observed.completedAt) : Timestamp.now(),
  };
  if (container.status === 'deleting') {
    return changeContainerStatus(tx, container, { to: 'deleted', by: 'system', on: 'ended' }, end);
  }
  if (container.status === 'pending' || container.status === 'running') {
    const message = endMessage(container, observed);
    if (observed.phase === 'gone') {
      return changeContainerStatus(tx, container, { to: 'not_found', by: 'system', on: 'lost' }, { ...end, message });
    }
    return changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, { ...end, message });
  }
  // It said itself that it was ending; now its outcome is known.
  tx.update(containers().doc(container.id), { ...end, updatedAt: Timestamp.now() });
  return [{ kind: 'container', id: container.id }];
}

function endMessage(container: ContainerDocument, { phase, cancelled, message }: Observed): string | null {
  if (phase === 'gone') return 'Cloud Run does not know this execution any more';
  if (container.desired === 'paused') {
    return cancelled
      ? `Paused. It did not end by itself within ${env().PAUSE_SECONDS} seconds, so it was ended`
      : 'Paused';
  }
  return cancelled ? 'The execution was cancelled in Cloud Run' : (message ?? container.message);
}
