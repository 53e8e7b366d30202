import { OutOfTime } from '../outbox/handler.ts';
import { actAtOnce } from '../lib/at-once.ts';
import { logLine } from '../lib/log.ts';

/**
 * Calls `act` for each thing, `atOnce` concurrently, until `deadline` (milliseconds since 1970) or until one of them is
 * out of time. A failure does not keep the others from their turn. Returns the id of the last one that had its turn.
 */
export async function each<T extends { id: string }>(
  what: string,
  things: T[],
  deadline: number,
  act: (thing: T) => Promise<unknown>,
  atOnce = 1,
): Promise<string | null> {
  let isUp = false;
  const turn = async (thing: T) => {
    try {
      await act(thing);
    } catch (error) {
      if (error instanceof OutOfTime) isUp = true;
      else logLine('WARNING', `Sweep: ${what} failed for one`, { id: thing.id, error: String(error) });
    }
  };
  let done = 0;
  while (done < things.length && !isUp && Date.now() <= deadline)
    done += await actAtOnce(things.slice(done, done + atOnce), atOnce, turn);
  return things[done - 1]?.id ?? null;
}
