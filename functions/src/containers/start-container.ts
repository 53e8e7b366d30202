import { read, transact } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { startCodeOf } from '../agent-api/start-code.ts';
import { env } from '../env.ts';
import { containers } from '../firestore.ts';
import { admitContainer } from '../limits/admit-container.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { RuntimeRefused } from '../runtime/errors.ts';
import { touch } from '../signals/touch.ts';
import { changeContainerStatus } from './change-container-status.ts';

/** Milliseconds after which an entry that says "never tried" may have been tried by an instance that died. */
const FRESH_MS = 3_000;

/**
 * Starts a container's execution (outbox); without a place for it, it is left to the sweeper (sweep/start-waiting.ts).
 * Where a start was heard whose answer was lost, only its name is looked up. Throws when Cloud Run cannot be asked, so
 * that it is tried again.
 */
export async function startContainer(entry: OutboxDocument): Promise<'done'> {
  const container = await read(containers().doc(entry.subjectId));
  if (!container) return 'done';
  if (!isWaiting(container)) {
    await findExecution(container);
    return 'done';
  }
  if (!(await admitContainer(container))) return 'done';
  const again = entry.attempts > 0 || Date.now() - entry.createdAt.toMillis() > FRESH_MS;
  try {
    const execution = await runtime().start({ ...startOf(container), again });
    await keepExecution(container, execution);
  } catch (error) {
    if (!(error instanceof RuntimeRefused)) {
      await tellDelay(container);
      throw error;
    }
    await recordRefusal(container, error.message);
  }
  return 'done';
}

const isWaiting = (container: ContainerDocument) => container.status === 'pending' && container.execution === null;

/** What Cloud Run is asked for; by container and epoch a start is told from every other. */
export function startOf(container: ContainerDocument) {
  const { AGENT_API_URL, APP_URL, GCLOUD_PROJECT, CUSTOM_AGENT } = env();
  return {
    imageTag: container.imageTag,
    env: {
      AGENT_API_URL,
      APP_URL: APP_URL ?? `https://${GCLOUD_PROJECT}.web.app`,
      ...(CUSTOM_AGENT ? { CUSTOM_AGENT } : {}),
      START_CODE: startCodeOf(container.id, container.epoch),
      CONTAINER_ID: container.id,
      EXECUTION_EPOCH: String(container.epoch),
    },
    identity: ['CONTAINER_ID', 'EXECUTION_EPOCH'],
  };
}

/**
 * A start whose answer was lost, or came when nobody waited for it any more; it is written down. Null where there is none,
 * and for what has a name or has ended. Throws RuntimeUnavailable or RuntimeRefused.
 */
export async function findExecution(container: ContainerDocument): Promise<string | null> {
  const isStarted = container.status === 'pending' || container.status === 'running';
  if (!isStarted || container.execution !== null) return null;
  const execution = await runtime().find(startOf(container));
  if (execution) await keepExecution(container, execution);
  return execution;
}

/**
 * Writes down the execution; or ends it where the container was started meanwhile, anew or by somebody who took this start
 * for lost, and takes it away where it was deleted.
 */
async function keepExecution(started: ContainerDocument, execution: string): Promise<void> {
  const { id, epoch } = started;
  const fate = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.desired === 'deleted') return 'deleted';
    const isOther = container.execution !== null && container.execution !== execution;
    if (container.epoch !== epoch || isOther) return 'replaced';
    tx.update(containers().doc(id), { execution, message: null });
    return 'kept';
  });
  if (fate === 'deleted') await runtime().removeAll(startOf(started));
  if (fate === 'replaced') await runtime().cancel(execution);
}

/** The owner reads why it takes so long; the outbox tries again. */
async function tellDelay({ id, epoch, userId }: ContainerDocument): Promise<void> {
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.epoch !== epoch || !isWaiting(container)) return;
    tx.update(containers().doc(id), { message: 'Cloud Run cannot be reached at the moment; the start is tried again' });
  });
  await touch(userId, [{ kind: 'container', id }]);
}

/** Nothing was started: the container is paused, with Cloud Run's words as its message. */
async function recordRefusal({ id, epoch, userId }: ContainerDocument, message: string): Promise<void> {
  const changes = await transact(async (tx) => {
    const container = await tx.read(containers().doc(id));
    if (!container || container.epoch !== epoch || !isWaiting(container)) return [];
    return changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, { message });
  });
  await touch(userId, changes);
}
