import type { Timestamp } from 'firebase-admin/firestore';
import { reconcileContainer } from '../../containers/reconcile/reconcile-container.ts';
import { OutOfTime } from '../../outbox/handler.ts';
import { list } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { containersIn, containersWithExecution } from '../../store/queries.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { RuntimeUnavailable } from '../../runtime/errors.ts';
import { inRounds } from '../in-rounds.ts';
import type { Sweeper } from '../sweeper.ts';

/** Milliseconds without a heartbeat after which an execution that Cloud Run calls running is ended as frozen. */
const FROZEN_MS = 5 * 60_000;
/** Containers read at a time; of those without an execution yet, also the number looked at in one sweep. */
const PAGE = 200;
/** Concurrent calls. */
const AT_ONCE = 10;

/**
 * Asks Cloud Run about everything that runs, is about to, or has reported its exit: forces overdue pauses, records exit
 * codes, notices executions that are gone. Where time runs out, the next sweep continues.
 */
export const reconcileContainers: Sweeper = async (now, deadline) => {
  await reconcileExecutions(now, deadline);
  await reconcilePending(now, deadline);
};

/** Ordered by the executions' names; each is one turn. */
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
    // Cloud Run is unreachable: the next sweep asks again.
    if (error instanceof RuntimeUnavailable) throw new OutOfTime('Cloud Run does not answer', { cause: error });
    throw error;
  }
}
