import { AgentFailed } from './session.ts';
import { ProgramFailed } from './run-program.ts';

/** The task cannot be done; the message says why, to the person. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

/**
 * What is to be decided about holds a secret of the runner. Shown with it, it would be given away; shown without it, something else would
 * be done than what was seen: the hash is over what is shown, and what runs is the original.
 */
export class HoldsSecret extends TaskFailed {
  override name = 'HoldsSecret';
  constructor() {
    super('What is asked for holds a key or token that only the runner may know. Take it out.');
  }
}

/** What the person reads about a failure. */
export function failureMessage(error: unknown): string {
  if (error instanceof TaskFailed || error instanceof AgentFailed) return error.message;
  if (error instanceof ProgramFailed) return `${error.program} failed: ${error.message}`;
  return `The runner failed: ${error instanceof Error ? error.message : String(error)}`;
}
