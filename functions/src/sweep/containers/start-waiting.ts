import { startWaiting } from '../../containers/start/start-waiting.ts';
import { explainWaiting } from './explain-waiting.ts';
import type { Sweeper } from '../sweeper.ts';

/** Starts waiting containers when places and the caps of the day allow it; those that go on waiting say why. */
export const startWaitingContainers: Sweeper = async (now, deadline) => {
  await startWaiting(now, deadline);
  await explainWaiting(now, deadline);
};
