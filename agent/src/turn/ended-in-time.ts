import { AgentFailed } from '../lib/failures.ts';
import type { Turn } from './turn.ts';

/** After a cancel an agent has this long to end its turn; then it is ended. */
const CANCEL_LIMIT_MS = 20_000;

/** The prompt's outcome; throws AgentFailed if the turn is cancelled and does not end. */
export async function endedInTime<T>(prompt: Promise<T>, turn: Turn): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    turn.cancelled.addEventListener('abort', () => {
      const complaint = new AgentFailed('The agent did not end its turn when it was asked to');
      timer = setTimeout(() => reject(complaint), CANCEL_LIMIT_MS);
      timer.unref();
    });
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([prompt, late]);
  } finally {
    clearTimeout(timer);
  }
}
