import { FieldValue } from 'firebase-admin/firestore';
import { isAllowedTag, tagRefusal } from '../../settings/image-tags.ts';
import { transact } from '../../effects/transact.ts';
import { read } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { OutboxDocument } from '../../documents/outbox.ts';
import { startCodeOf } from '../../tokens/start-code.ts';
import { appUrl } from '../../settings/app-url.ts';
import { env } from '../../settings/env.ts';
import { containers } from '../../store/firestore.ts';
import { admitContainer, type Admission } from '../../quotas/places/admit-container.ts';
import { heldUp } from '../../quotas/places/held-up.ts';
import type { Outcome } from '../../outbox/handler.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { RuntimeBusy, RuntimeRefused } from '../../runtime/errors.ts';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { leavingTasks, releaseLeases } from '../../state/release-leases.ts';
import { limitsOf } from './limits-of.ts';
import { startWaitingSoon } from './start-waiting.ts';
import { keepsOwner } from './stop-container.ts';
import { tellTasksOfContainer, tellTasksOfProject } from './tell-waiting-tasks.ts';

/** Milliseconds after which an entry without recorded attempts may have been tried by an instance that died. */
const FRESH_MS = 3_000;

/** What the owner is told about a start that is tried again. */
const UNREACHABLE = 'Cloud Run cannot be reached at the moment; the start will be retried';
const BUSY = 'Cloud Run has no room for it at the moment; the start will be retried';
/** Names of executions stored for one container; for one with more, Cloud Run is asked for all of them. */
const NAMES = 100;

/**
 * Outbox: starts a container's execution. Without a free place, whoever frees one starts it (start-waiting.ts). If a
 * start happened but its reply was lost, only the execution's name is looked up. Throws when Cloud Run cannot be asked,
 * so that it is tried again.
 */
export async function startContainer(entry: OutboxDocument): Promise<Outcome> {
  const container = await read(containers().doc(entry.subjectId));
  if (!container) return 'gone';
  if (!isWaiting(container)) {
    const execution = container.execution ?? (await findExecution(container));
    return execution ? 'started' : 'gone';
  }
  if (!(await keepsOwner(container))) return 'refused';
  // It may have been created when the deployment allowed other tags.
  if (!isAllowedTag(container.imageTag)) {
    await recordRefusal(container, tagRefusal(container.imageTag));
    return 'refused';
  }
  const admission = await admitContainer(container);
  if (admission.outcome !== 'admitted') {
    await leaveInQueue(container, admission);
    return admission.outcome === 'gone' ? 'gone' : 'waits';
  }
  const again = entry.attempts > 0 || Date.now() - entry.createdAt.toMillis() > FRESH_MS;
  try {
    const execution = await runtime().start({ ...startOf(container), again });
    return (await keepExecution(container, execution)) ? 'started' : 'gone';
  } catch (error) {
    if (!(error instanceof RuntimeRefused)) {
      await tellDelay(container, error instanceof RuntimeBusy ? BUSY : UNREACHABLE);
      throw error;
    }
    await recordRefusal(container, error.message);
    return 'refused';
  }
}

const isWaiting = (container: ContainerDocument) => container.status === 'pending' && container.execution === null;

async function leaveInQueue(container: ContainerDocument, admission: Admission): Promise<void> {
  // Whoever took it out of the queue starts the next one as well.
  if (admission.outcome === 'in_turn' && !container.waits) return startWaitingSoon();
  // Places become free soon, but a day is long.
  if (admission.outcome !== 'waits' || admission.reason.waitsFor !== 'day') return;
  const { message } = admission.reason;
  await tellTasksOfContainer(container.id, message);
  await tellTasksOfProject(container.projectId, message);
}

/** What Cloud Run is asked to start; container and epoch tell a start from every other. */
export function startOf(container: ContainerDocument) {
  const { AGENT_API_URL, CUSTOM_AGENT } = env();
  return {
    imageTag: container.imageTag,
    env: {
      AGENT_API_URL,
      APP_URL: appUrl(),
      ...(CUSTOM_AGENT ? { CUSTOM_AGENT } : {}),
      START_CODE: startCodeOf(container.id, container.epoch),
      CONTAINER_ID: container.id,
      EXECUTION_EPOCH: String(container.epoch),
      ...limitsOf(env()),
    },
    identity: ['CONTAINER_ID', 'EXECUTION_EPOCH'],
    since: container.pendingSince?.toDate(),
  };
}

/**
 * Finds and records a start whose reply was lost, or arrived when nobody waited for it any more. Null where there is
 * none, and for a container that is waiting, named or ended. Throws RuntimeUnavailable or RuntimeRefused.
 */
export async function findExecution(container: ContainerDocument): Promise<string | null> {
  const isStarted = container.status === 'pending' || container.status === 'running';
  if (!isStarted || container.waits || container.execution !== null) return null;
  const execution = await runtime().find(startOf(container));
  if (execution) await keepExecution(container, execution);
  return execution;
}

/**
 * Records the execution; or cancels it where the container was started again meanwhile (perhaps by somebody who took
 * this start for lost), and removes it where the container was deleted. True when it is kept.
 */
async function keepExecution(started: ContainerDocument, execution: string): Promise<boolean> {
  const { id, epoch } = started;
  const fate = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.desired === 'deleted') return 'deleted';
    const isOther = container.execution !== null && container.execution !== execution;
    if (container.epoch !== epoch || isOther) return 'replaced';
    const unnamedStarts = FieldValue.arrayRemove(epoch);
    const executions = withName(container.executions, execution);
    // One that has already ended has said why.
    const message = container.status === 'paused' ? container.message : null;
    tx.update(containers().doc(id), { execution, message, executions, unnamedStarts });
    return 'kept';
  });
  if (fate === 'deleted') await runtime().remove(execution);
  if (fate === 'replaced') await runtime().cancel(execution);
  return fate === 'kept';
}

function withName(names: ContainerDocument['executions'], execution: string): ContainerDocument['executions'] {
  if (names === null || names.includes(execution)) return names;
  return names.length < NAMES ? [...names, execution] : null;
}

/** Tells the owner why it takes so long; the outbox tries again. */
async function tellDelay({ id, epoch, userId }: ContainerDocument, why: string): Promise<void> {
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.epoch !== epoch || !isWaiting(container)) return;
    tx.update(containers().doc(id), heldUp(why));
    tx.signal(userId, { kind: 'container', id });
  });
}

/** Nothing was started: the container is paused, with Cloud Run's reason or ours as its message. */
async function recordRefusal({ id, epoch }: ContainerDocument, message: string): Promise<void> {
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.epoch !== epoch || !isWaiting(container)) return;
    const leaving = await leavingTasks(tx, container);
    const change = { message, unnamedStarts: FieldValue.arrayRemove(epoch) };
    changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, change);
    releaseLeases(tx, leaving);
  });
}
