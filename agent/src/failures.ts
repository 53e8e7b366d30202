import { AgentFailed } from './session.ts';
import { ProgramFailed } from './run-program.ts';

/** The task cannot be done; the message says why, to the person. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

/** What the person reads about a failure. */
export function failureMessage(error: unknown): string {
  if (error instanceof TaskFailed || error instanceof AgentFailed) return error.message;
  if (error instanceof ProgramFailed) return `${error.program} failed: ${error.message}`;
  return `The runner failed: ${error instanceof Error ? error.message : String(error)}`;
}
