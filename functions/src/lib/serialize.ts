import { setTimeout as delay } from 'node:timers/promises';

const tails = new Map<string, Promise<unknown>>();

/** Milliseconds that a work waits for its turn; what is before it may be stuck. */
const PATIENCE_MS = 15_000;

/**
 * Runs work about one thing one after the other within this instance, each after `patienceMs` at the latest. It guards
 * nothing, transactions do: it only keeps them from running into one another and being tried again and again.
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

/** Resolves when something has ended, however it did, or when it took longer than that. */
async function ended(before: Promise<unknown>, milliseconds: number): Promise<void> {
  const patience = new AbortController();
  const silenced = () => undefined;
  const { signal } = patience;
  await Promise.race([before.then(silenced, silenced), delay(milliseconds, undefined, { signal }).catch(silenced)]);
  patience.abort();
}
