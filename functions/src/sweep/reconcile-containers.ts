import type { Timestamp } from 'firebase-admin/firestore';
import { reconcileContainer } from '../containers/reconcile-container.ts';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { logLine } from '../lib/log.ts';
import { containersWithExecution, pendingContainers } from '../store/queries.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { RuntimeUnavailable } from '../runtime/errors.ts';
import type { Sweeper } from './sweeper.ts';

/** Milliseconds without a heartbeat after which an execution that Cloud Run calls running is ended: it is frozen. */
const FROZEN_MS = 5 * 60_000;
/** So many are asked about at the same time. */
const AT_ONCE = 10;

/**
 * Asks Cloud Run about whatever runs, is about to, or has said that it ends: forces pauses that take too long, writes
 * down exit codes, notices what is gone.
 */
export const reconcileContainers: Sweeper = async (now, deadline) => {
  const [withExecution, pending] = await Promise.all([list(containersWithExecution()), list(pendingContainers())]);
  const all = new Map([...withExecution, ...pending].map((container) => [container.id, container]));
  const queue = all.values(); // one for all: each takes the next
  let isAnswered = true;
  const reconcileNext = async () => {
    for (const container of queue) {
      if (!isAnswered || Date.now() > deadline) return;
      // Nobody answers: the next sweep asks again.
      if (!(await isReconciled(container, now))) isAnswered = false;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reconcileNext));
};

/** False when Cloud Run does not answer. */
async function isReconciled(container: ContainerDocument, now: Timestamp): Promise<boolean> {
  try {
    await reconcileOne(container, now);
    return true;
  } catch (error) {
    if (error instanceof RuntimeUnavailable) return false;
    logLine('WARNING', 'A container could not be reconciled', { container: container.id, error: String(error) });
    return true;
  }
}

async function reconcileOne(container: ContainerDocument, now: Timestamp): Promise<void> {
  const { status, execution, heartbeatAt, startedAt } = await reconcileContainer(container);
  const silentMs = now.toMillis() - ((heartbeatAt ?? startedAt)?.toMillis() ?? Infinity);
  if (status === 'running' && execution && silentMs > FROZEN_MS) await runtime().cancel(execution);
}
