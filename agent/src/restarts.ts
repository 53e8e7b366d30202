import type { Log } from './log.ts';
import { AgentFailed } from './session.ts';

/** How often an agent that dies is started again; one that dies without getting anywhere is given up. */
export interface Restarts {
  /** Counts a failure; throws it when it is not the agent's, or one too many. */
  count(error: unknown): void;
  /** The agent has done something: whatever comes is counted anew. */
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
