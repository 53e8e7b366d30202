/**
 * Does something for each of some things, so many `atOnce`, in their order, until `deadline` (milliseconds since 1970).
 * Answers how many had their turn; each of these has ended. Where `act` throws, no further one begins, and this throws it.
 */
export async function actAtOnce<T>(
  things: readonly T[],
  atOnce: number,
  act: (thing: T) => Promise<unknown>,
  deadline = Infinity,
): Promise<number> {
  const left = things.entries(); // one for all: each takes the next
  let taken = 0;
  let hasFailed = false;
  const takeTurns = async () => {
    for (const [index, thing] of left) {
      if (hasFailed || Date.now() > deadline) return;
      taken = index + 1;
      await act(thing).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, things.length) }, takeTurns));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return taken;
}
