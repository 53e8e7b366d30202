import * as acp from '@agentclientprotocol/sdk';
import { AgentErred, AgentFailed, messageOf } from '../lib/failures.ts';
import { pause, unlessAborted } from '../lib/lifetime.ts';
import type { Redactor } from '../server/redact.ts';

/** An agent that says nothing within this time does not speak the protocol. */
const START_LIMIT_MS = 60_000;
/** How long an agent may take to end after its connection broke. */
const END_LIMIT_MS = 2_000;
/** Most characters of what an agent says beside an error. */
const DETAIL = 500;

/** Awaits an agent's answers, which may never come. */
export interface Answers {
  /** The promise's outcome; throws AgentFailed when the agent ends first, and the signal's reason. */
  unlessGone<T>(promise: Promise<T>): Promise<T>;
  /** The same within the time that an agent may take to start. */
  atStart<T>(promise: Promise<T>): Promise<T>;
  /** Reports a protocol error in its own words, and a broken connection by how the agent ended. */
  asAgentFailed(error: unknown): Promise<never>;
}

/** `exited` resolves with how the agent ended. */
export function createAnswers(exited: Promise<string>, redact: Redactor, signal: AbortSignal): Answers {
  const gone = exited.then((how): never => {
    throw new AgentFailed(`The agent ${how}`);
  });
  gone.catch(() => undefined); // it may end while nothing is awaited
  const unlessGone = <T>(promise: Promise<T>): Promise<T> => unlessAborted(Promise.race<T>([promise, gone]), signal);
  return {
    unlessGone,
    atStart: (promise) => unlessGone(withLimit(promise)),
    async asAgentFailed(error) {
      signal.throwIfAborted();
      if (error instanceof AgentFailed) throw error;
      if (error instanceof acp.RequestError)
        throw new AgentErred(`The agent answered with an error: ${detailOf(error, redact)}`);
      const last = new AgentFailed(`The connection to the agent broke: ${messageOf(error)}`);
      return Promise.race([gone, pause(END_LIMIT_MS, signal).then(() => Promise.reject(last))]);
    },
  };
}

/** Agents put the useful sentence into `data` as often as into `message`. */
function detailOf(error: acp.RequestError, redact: Redactor): string {
  const data = error.data;
  if (data === undefined || data === null) return error.message;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  // A secret that is cut would not be known as one.
  return `${error.message} ${text.length <= DETAIL ? text : redact.settled(text.slice(0, DETAIL))}`;
}

async function withLimit<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new AgentFailed(`The agent did not answer within ${START_LIMIT_MS / 1000} seconds`)),
      START_LIMIT_MS,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
