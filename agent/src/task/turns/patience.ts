import { AgentFailed, TaskFailed } from '../../lib/failures.ts';
import type { Log } from '../../server/log.ts';

/** How often an agent is helped on that stops by itself; one that does nothing meanwhile is given up. */
export interface Patience {
  /** Counts that it has died and is started again; throws the failure if it is not the agent's, or one too many. */
  startsAgain(error: unknown): void;
  /** Counts that it has stopped at a limit and is prompted to go on. Throws TaskFailed where that is one too many. */
  goesOn(): void;
  /** An approved step was done: counting starts over. */
  progress(): void;
}

const RESTARTS = 2;
const PROMPTS = 20;

export function createPatience(log: Log): Patience {
  let restarts = 0;
  let prompts = 0;
  return {
    startsAgain(error) {
      if (!(error instanceof AgentFailed) || restarts === RESTARTS) throw error;
      restarts += 1;
      log(`${error.message}; it is started again`);
    },
    goesOn() {
      if (prompts === PROMPTS)
        throw new TaskFailed('The agent keeps reaching its limits. Reopen the task to continue.');
      prompts += 1;
    },
    progress() {
      restarts = 0;
      prompts = 0;
    },
  };
}
