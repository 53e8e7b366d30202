import { setTimeout as delay } from 'node:timers/promises';

const tails = new Map<string, Promise<unknown>>();

/** Milliseconds that work waits for its turn; the work before it may be stuck. */
const PATIENCE_MS = 15_000;

/**
 * Runs work with the same key one after the other within this instance, each after `patienceMs` at the latest.
 * Protection is up to transactions: this only keeps them from conflicting and being retried again and again.
 */
export async function serialize<T>(key: string, work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const before = tails.get(key);
  const mine = before ? ended(before, patienceMs).then(work) : work();
  tails.set(key, mine);
  try {
    return await mine;
  } finally {
    if (tails.get(key) === mine) tails.delete(key);
  }
}

/** Resolves when `before` has ended in any way, or after that many milliseconds. */
async function ended(before: Promise<unknown>, milliseconds: number): Promise<void> {
  const patience = new AbortController();
  const silenced = () => undefined;
  const { signal } = patience;
  await Promise.race([before.then(silenced, silenced), delay(milliseconds, undefined, { signal }).catch(silenced)]);
  patience.abort();
}
