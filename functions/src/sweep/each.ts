import { OutOfTime } from '../outbox/handler.ts';
import { logLine } from '../lib/log.ts';

/**
 * Does something for each of some things, until `deadline` (milliseconds since 1970). One failure does not keep the
 * others from their turn. Answers the id of the last one that had its turn.
 */
export async function each<T extends { id: string }>(
  what: string,
  things: T[],
  deadline: number,
  act: (thing: T) => Promise<unknown>,
): Promise<string | null> {
  let last: string | null = null;
  for (const thing of things) {
    if (Date.now() > deadline) break;
    last = thing.id;
    try {
      await act(thing);
    } catch (error) {
      if (error instanceof OutOfTime) break;
      logLine('WARNING', `Sweep: ${what} failed for one`, { id: last, error: String(error) });
    }
  }
  return last;
}
