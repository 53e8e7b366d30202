import { setTimeout as delay } from 'node:timers/promises';

/** A minute in all: a shorter loss of connection does no harm. */
const TRIES = 7;
const FIRST_PAUSE_MS = 1_000;
/** Too many requests, or the service is unavailable for the moment. */
const PASSING = [408, 429, 500, 502, 503, 504];
/** Node's codes for a connection that was not made, or was lost. */
const LOST = /^(E(CONN|HOST|NET)[A-Z]+|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_[A-Z_]+)$/;

/** An answer that is not a success. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  /** Google's own name for it, such as ALREADY_EXISTS; '' if it gives none. */
  readonly code: string;
  readonly pauseMs: number | undefined;

  constructor(asked: string, response: Response, text: string) {
    super(`${asked} answered ${response.status}: ${text}`);
    this.status = response.status;
    this.code = /"status":\s*"([A-Z_]+)"/.exec(text)?.[1] ?? '';
    const after = response.headers.get('Retry-After') ?? '';
    this.pauseMs = /^\d+$/.test(after) ? Number(after) * 1_000 : undefined;
  }
}

/** Does something, retrying for a while after passing trouble. It must be safe to do twice. */
export async function withTries<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS, left = TRIES; ; pause *= 2, left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !isPassing(error)) throw error;
      await delay((error instanceof Refusal ? error.pauseMs : undefined) ?? pause);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return PASSING.includes(error.status) || error.code === 'ABORTED';
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && LOST.test(String(cause.code))) return true;
  return false;
}
