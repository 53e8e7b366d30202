/**
 * Calls `act` for each thing in order, `atOnce` at a time, until `deadline` (milliseconds since 1970). Returns how many
 * had their turn, all of which have ended. When `act` throws, no further call begins, and the error is rethrown.
 */
export async function actAtOnce<T>(
  things: readonly T[],
  atOnce: number,
  act: (thing: T) => Promise<unknown>,
  deadline = Infinity,
): Promise<number> {
  const left = things.entries(); // shared by all: each takes the next
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
