import type { LiveStatus } from '@countersign/contract';
import type { ContainerDocument } from '../documents/container.ts';
import { RuntimeRefused, RuntimeUnavailable } from '../runtime/errors.ts';
import { readOwnContainer } from '../own/read-own-container.ts';
import { reconcileContainer } from './reconcile/reconcile-container.ts';

/** Milliseconds for which a heartbeat makes asking Cloud Run unnecessary: the time between two heartbeats. */
const FRESH_MS = 15_000;

/**
 * The status now: the stored one where it cannot have changed, else what Cloud Run says. `unknown` only when Cloud Run
 * could not be asked; it is never stored. Throws `not_found`.
 */
export async function readLiveStatus(userId: string, id: string): Promise<LiveStatus> {
  const container = await readOwnContainer(userId, id);
  if (isSettled(container) || isBeating(container)) return { status: container.status };
  try {
    return { status: (await reconcileContainer(container)).status };
  } catch (error) {
    if (!(error instanceof RuntimeUnavailable || error instanceof RuntimeRefused)) throw error;
    return { status: hasEnded(container) ? container.status : 'unknown' };
  }
}

/** Nothing of it runs, and nothing is about to start. */
const isSettled = (container: ContainerDocument) => hasEnded(container) && container.execution === null;

const hasEnded = ({ status }: ContainerDocument) =>
  status === 'paused' || status === 'deleted' || status === 'not_found';

function isBeating({ status, desired, heartbeatAt }: ContainerDocument): boolean {
  const isFresh = heartbeatAt !== null && Date.now() - heartbeatAt.toMillis() < FRESH_MS;
  return status === 'running' && desired === 'running' && isFresh;
}
