const tails = new Map<string, Promise<unknown>>();

/**
 * Runs work about one thing one after the other within this instance. It guards nothing, transactions do: it only
 * keeps them from running into one another and being tried again and again.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  tails.set(key, mine);
  try {
    return await mine;
  } finally {
    if (tails.get(key) === mine) tails.delete(key);
  }
}
