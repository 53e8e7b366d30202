import { startWaiting } from '../containers/start-waiting.ts';
import { explainWaiting } from './explain-waiting.ts';
import type { Sweeper } from './sweeper.ts';

/** Starts what waits when there is a place and the caps of the day allow it; what goes on waiting says why. */
export const startWaitingContainers: Sweeper = async (now, deadline) => {
  await startWaiting(now, deadline);
  await explainWaiting(now, deadline);
};
