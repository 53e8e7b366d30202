import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx } from '../../effects/transact.ts';
import { read } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { ProjectDocument } from '../../documents/project.ts';
import { env } from '../../settings/env.ts';
import { containers } from '../../store/firestore.ts';
import { meterTime } from '../../quotas/days/meter.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import type { Observation } from '../../runtime/status.ts';
import { changeContainerStatus, type ContainerChange } from '../../state/change-container-status.ts';
import { leavingTasks, releaseLeases } from '../../state/release-leases.ts';
import { findExecution } from '../start/start-container.ts';
import { readProjectOf, writeDeleted } from './write-deleted.ts';
import { mayWake, wakeForDecidedTasks } from '../wake/wake-container.ts';

/**
 * Asks Cloud Run about a container and records its state. Returns the container as it is then. Throws
 * RuntimeUnavailable or RuntimeRefused when Cloud Run could not be asked.
 */
export async function reconcileContainer(container: ContainerDocument): Promise<ContainerDocument> {
  const execution = container.execution ?? (await findExecution(container));
  if (!execution) return container;
  const observation = await runtime().observe(execution);
  if (observation.phase === 'running' && isPauseOverdue(container)) await runtime().cancel(execution);
  if (!isNews(container, observation)) return container;
  const ended = observation.phase === 'ended';
  const exitCode = ended ? await runtime().exitCode(execution) : null;
  await transact((tx) => record(tx, container.id, execution, { ...observation, exitCode }));
  if (ended || observation.phase === 'gone') await wakeForDecidedTasks(container);
  return (await read(containers().doc(container.id))) ?? container;
}

/**
 * Most often there is nothing to write: then no transaction keeps the container's own writes waiting for its lock.
 */
function isNews(container: ContainerDocument, { phase, startedAt }: Observation): boolean {
  if (container.execution === null) return true; // what was just found is written meanwhile
  if (phase === 'pending') return false;
  return phase !== 'running' || container.status === 'pending' || uncounted(container, startedAt).ms >= METER_MS;
}

function isPauseOverdue({ pauseRequestedAt, status }: ContainerDocument): boolean {
  if (status !== 'running' || pauseRequestedAt === null) return false;
  return pauseRequestedAt.toMillis() + env().PAUSE_SECONDS * 1000 < Date.now();
}

/** Milliseconds of running time that are worth a write; the rest is counted at the end. */
const METER_MS = 30_000;

type Observed = Observation & { exitCode: number | null };

async function record(tx: Tx, id: string, execution: string, observed: Observed): Promise<void> {
  const container = await tx.read(containers().doc(id));
  if (!container || container.execution !== execution || observed.phase === 'pending') return;
  if (observed.phase === 'running') return recordRunning(tx, container, observed);
  const leaving = await leavingTasks(tx, container);
  const project = container.status === 'deleting' ? await readProjectOf(tx, container) : undefined;
  const goesOn = container.desired === 'running' && container.capMessage !== null;
  if (wasCutOff(container, observed) || goesOn || leaving.leased.length > 0) {
    // Not at once: one that crashes at every start would be restarted whenever its page asks for its status.
    tx.enqueue(container.userId, 'wake_container', id, { afterMs: 0 });
  }
  recordEnd(tx, container, observed, project);
  releaseLeases(tx, leaving);
}

/** It ended without a report, and nobody had asked it to. */
function wasCutOff({ status, desired }: ContainerDocument, { phase, exitCode }: Observed): boolean {
  const hasFailed = phase === 'gone' || (exitCode ?? 0) !== 0;
  return (status === 'running' || status === 'pending') && desired === 'running' && hasFailed;
}

function recordRunning(tx: Tx, container: ContainerDocument, { startedAt }: Observed): void {
  const { since, now, ms } = uncounted(container, startedAt);
  const metered = ms < METER_MS ? {} : meterTime(tx, container, since, now);
  if (container.status === 'pending') {
    const change = { startedAt: since, ...metered };
    changeContainerStatus(tx, container, { to: 'running', by: 'system', on: 'started' }, change);
  } else if (metered.meteredUntil) tx.update(containers().doc(container.id), metered);
}

/** The running time that is not counted yet. */
function uncounted(container: ContainerDocument, startedAt: Observation['startedAt']) {
  const now = Timestamp.now();
  const since = startedAt ? Timestamp.fromDate(startedAt) : (container.startedAt ?? now);
  return { since, now, ms: now.toMillis() - (container.meteredUntil ?? since).toMillis() };
}

/** `project`: that of a container that is being deleted. */
function recordEnd(tx: Tx, container: ContainerDocument, observed: Observed, project?: ProjectDocument): void {
  const completedAt = observed.completedAt ? Timestamp.fromDate(observed.completedAt) : Timestamp.now();
  const startedAt = observed.startedAt ? Timestamp.fromDate(observed.startedAt) : container.startedAt;
  // When an execution that is gone ended is unknown: its time is counted until its last heartbeat.
  const ranUntil = observed.phase === 'gone' ? (container.heartbeatAt ?? startedAt ?? completedAt) : completedAt;
  const end: ContainerChange = {
    execution: null,
    pauseRequestedAt: null,
    exitCode: observed.exitCode,
    completedAt,
    ...meterTime(tx, container, startedAt, ranUntil),
  };
  if (container.status === 'deleting') {
    writeDeleted(tx, container, project, end);
  } else if (container.status === 'pending' || container.status === 'running') {
    const move =
      observed.phase === 'gone'
        ? ({ to: 'not_found', by: 'system', on: 'lost' } as const)
        : ({ to: 'paused', by: 'system', on: 'ended' } as const);
    changeContainerStatus(tx, container, move, { ...end, message: endMessage(container, observed) });
  } else {
    // It had reported its own exit; now its outcome is known.
    tx.update(containers().doc(container.id), { ...end, updatedAt: Timestamp.now() });
    tx.signal(container.userId, { kind: 'container', id: container.id });
  }
}

function endMessage(container: ContainerDocument, { phase, cancelled, message }: Observed): string | null {
  if (phase === 'gone') {
    const isWoken = mayWake({ ...container, status: 'not_found' });
    return `Cloud Run no longer knows this execution${isWoken ? '. It starts again by itself when there is work for it.' : ''}`;
  }
  if (container.desired === 'paused') {
    return cancelled
      ? `Paused. It did not end by itself within ${env().PAUSE_SECONDS} seconds, so it was ended`
      : 'Paused';
  }
  if (container.capMessage !== null) return container.capMessage;
  return cancelled ? 'The execution was cancelled in Cloud Run' : (message ?? container.message);
}
