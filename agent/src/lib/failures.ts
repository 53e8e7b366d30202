import { ProgramFailed } from './run-program.ts';

/** The task cannot be done; the message tells the person why. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

/** The agent is gone, or does not speak the protocol. */
export class AgentFailed extends Error {
  override name = 'AgentFailed';
}

/** The agent has answered a request with an error of the protocol, and still runs. */
export class AgentErred extends AgentFailed {
  override name = 'AgentErred';
}

/**
 * A question contains a secret of the runner. Showing the secret would reveal it. Masking it would have the person
 * approve other bytes than those that run.
 */
export class HoldsSecret extends TaskFailed {
  override name = 'HoldsSecret';
  constructor() {
    super('The request contains a key or token that only the runner may know. Remove it.');
  }
}

/** What an error says; anything may be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the person reads about a failure. */
export function failureMessage(error: unknown): string {
  if (error instanceof TaskFailed || error instanceof AgentFailed) return error.message;
  if (error instanceof ProgramFailed) return `${error.program} failed: ${error.message}`;
  return `The runner failed: ${messageOf(error)}`;
}
