import type { Timestamp } from 'firebase-admin/firestore';
import { reconcileContainer } from '../containers/reconcile-container.ts';
import { OutOfTime } from '../outbox/handler.ts';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containersIn, containersWithExecution } from '../store/queries.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { RuntimeUnavailable } from '../runtime/errors.ts';
import { inRounds } from './in-rounds.ts';
import type { Sweeper } from './sweeper.ts';

/** Milliseconds without a heartbeat after which an execution that Cloud Run calls running is ended: it is frozen. */
const FROZEN_MS = 5 * 60_000;
/** Read at a time; of those that have no execution yet as many are looked at in one sweep. */
const PAGE = 200;
/** So many are asked about at the same time. */
const AT_ONCE = 10;

/**
 * Asks Cloud Run about whatever runs, is about to, or has said that it ends: forces pauses that take too long, writes
 * down exit codes, notices what is gone. Where there was no time for all, the next sweep goes on behind the last one.
 */
export const reconcileContainers: Sweeper = async (now, deadline) => {
  await reconcileExecutions(now, deadline);
  await reconcilePending(now, deadline);
};

/** In the order of the executions' names, each one a turn. */
const reconcileExecutions = inRounds('reconciling a container', {
  async next(behind) {
    const containers = await list(containersWithExecution(behind).limit(PAGE));
    const things = containers.map((container) => ({ id: container.execution ?? '', container }));
    return { things, isLast: things.length < PAGE };
  },
  act: ({ container }, now) => reconcile(container, now),
  atOnce: AT_ONCE,
  isWhole: true,
});

const reconcilePending = inRounds('reconciling a container that is to be started', {
  async next(behind) {
    const things = await list(containersIn('pending', behind).limit(PAGE));
    return { things, isLast: things.length < PAGE };
  },
  act: async (container, now) => (container.execution === null ? reconcile(container, now) : undefined),
  atOnce: AT_ONCE,
});

async function reconcile(container: ContainerDocument, now: Timestamp): Promise<void> {
  try {
    const { status, execution, heartbeatAt, startedAt } = await reconcileContainer(container);
    const silentMs = now.toMillis() - ((heartbeatAt ?? startedAt)?.toMillis() ?? Infinity);
    if (status === 'running' && execution && silentMs > FROZEN_MS) await runtime().cancel(execution);
  } catch (error) {
    // Nobody answers: the next sweep asks again.
    if (error instanceof RuntimeUnavailable) throw new OutOfTime('Cloud Run does not answer', { cause: error });
    throw error;
  }
}
