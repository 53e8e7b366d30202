import { ApiError, createClient, type Client } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { pause, type Lifetime } from '../lib/lifetime.ts';
import { createServerWatch, type ServerReports } from './server-watch.ts';

/** The task is no longer this runner's to work on: deleted, ended by its owner, or moved on. */
export class TaskGone extends Error {
  override name = 'TaskGone';
}

export interface AgentApi extends Pick<Client, 'call'> {
  /** Sends this token from now on. */
  authorize(token: string): void;
}

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 15_000;
/** Longer than the server holds any request; a connection that hangs for longer is given up. */
const REQUEST_LIMIT_MS = 240_000;
/** A heartbeat is answered at once. The next one waits for it, so a hanging connection must not cost the lease. */
const BEAT_LIMIT_MS = 15_000;

/**
 * The agent API. Every call is repeated until it is answered. Repeating does no harm, as ids and nonces are minted
 * here. 401 and `stale_epoch` end the execution: another one has taken over. So does `not_admitted`: its owner may not
 * use the deployment any more. Calls that are tried again are reported to `watch`.
 */
export function createAgentApi(baseUrl: string, life: Lifetime, watch: ServerReports = createServerWatch()): AgentApi {
  let token: string | null = null;
  const client = createClient({
    baseUrl,
    headers: (): Record<string, string> => (token === null ? {} : { Authorization: `Bearer ${token}` }),
    fetch: (input, init) => fetch(input, { ...init, signal: limited(input, init?.signal, life) }),
  });
  return {
    authorize: (given) => (token = given),
    call: (route, ...input) =>
      persist(() => client.call(route, ...input), {
        life,
        watch,
        signal: (input[0] as { signal?: AbortSignal } | undefined)?.signal,
      }),
  };
}

function limited(
  url: Parameters<typeof fetch>[0],
  signal: AbortSignal | null | undefined,
  life: Lifetime,
): AbortSignal {
  const isBeat = String(url).endsWith(agentRoutes.heartbeat.path);
  const limit = AbortSignal.timeout(isBeat ? BEAT_LIMIT_MS : REQUEST_LIMIT_MS);
  return AbortSignal.any([life.write, limit, ...(signal ? [signal] : [])]);
}

interface Persistence {
  life: Lifetime;
  watch: ServerReports;
  signal?: AbortSignal | undefined;
}

async function persist<T>(attempt: () => Promise<T>, persistence: Persistence): Promise<T> {
  let over: () => void = () => undefined;
  let hasFailed = false;
  const onFailure = (reason: string) => {
    if (!hasFailed) over = persistence.watch.fails(reason);
    hasFailed = true;
  };
  try {
    return await tryAgain(attempt, persistence, onFailure);
  } finally {
    over();
  }
}

async function tryAgain<T>(
  attempt: () => Promise<T>,
  { life, signal }: Persistence,
  onFailure: (reason: string) => void,
): Promise<T> {
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
    life.write.throwIfAborted();
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      life.write.throwIfAborted();
      signal?.throwIfAborted();
      if (isFence(error)) life.end('fenced');
      life.write.throwIfAborted();
      if (!isPassing(error)) throw error;
      onFailure(error instanceof ApiError ? `error ${error.status}` : 'no connection');
      const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
      await pause(Math.max(asked, delay * (0.5 + Math.random() / 2)), signal ?? life.write);
    }
  }
}

function isFence(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 401 || error.reply?.code === 'stale_epoch' || error.reply?.code === 'not_admitted';
}

/** Failures that the same call may survive a moment later. */
function isPassing(error: unknown): boolean {
  if (isTooMuch(error)) return false;
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** True for an answer that says that a quota is exceeded: waiting does not change that. */
export function isTooMuch(error: unknown): error is ApiError {
  return error instanceof ApiError && error.reply?.code === 'quota_exceeded';
}

/** True for an answer that says the call came too late: decided, released or moved on. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** True for an answer that says the person was quicker. */
export function isDecidedAlready(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.code === 'already_decided';
}

/** True for an answer that says that the question is undecided: the decision was undone at the last moment. */
export function isUndecided(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.isUndecided === true;
}

/** True for an answer that says that this very call had redeemed a grant, which has lapsed before the reply arrived. */
export function wasRedeemed(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.wasRedeemed === true;
}

/** True for an answer that says there is no such thing, or it is not ours. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True for an answer that says this is invalid or too large: sent again it would be refused again. */
export function isUnacceptable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 413);
}

/** True for "no such task" and "not in that state". */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (isNotFound(error) || error.reply?.code === 'illegal_move');
}

/** Turns "no such task" and "not in that state" into TaskGone; everything else is thrown on. */
export function asTaskGone(error: unknown): never {
  if (error instanceof ApiError && isGone(error)) throw new TaskGone(error.reply?.message ?? error.text);
  throw error;
}
