import { AgentFailed } from '../../lib/failures.ts';
import type { Log } from '../../server/log.ts';

/** How often an agent that dies is started again; one that keeps dying without progress is given up. */
export interface Restarts {
  /** Counts a failure; throws it if it is not the agent's, or one too many. */
  count(error: unknown): void;
  /** The agent has made progress: counting starts over. */
  reset(): void;
}

const RESTARTS = 2;

export function createRestarts(log: Log): Restarts {
  let restarts = 0;
  return {
    count(error) {
      if (!(error instanceof AgentFailed) || restarts === RESTARTS) throw error;
      restarts += 1;
      log(`${error.message}; it is started again`);
    },
    reset() {
      restarts = 0;
    },
  };
}
