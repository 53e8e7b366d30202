import type { Timestamp } from 'firebase-admin/firestore';
import { each } from './each.ts';
import type { Sweeper } from './sweeper.ts';

export interface Round<T> {
  /** A page of things by id, after the id `behind` ('': from the start); `isLast` when nothing follows them. */
  next(behind: string, now: Timestamp): Promise<{ things: T[]; isLast: boolean }>;
  act(thing: T, now: Timestamp, deadline: number): Promise<unknown>;
  /** How many have their turn concurrently. */
  atOnce?: number;
  /** Goes through all pages in each sweep, as time allows, instead of one. */
  isWhole?: boolean;
}

/**
 * A sweeper that continues where the last sweep stopped, so that everything gets its turn however much there is, and
 * holds one page of it at a time. A new instance begins at the start, which does no harm.
 */
export function inRounds<T extends { id: string }>(
  what: string,
  { next, act, atOnce = 1, isWhole = false }: Round<T>,
): Sweeper {
  let behind = '';
  /** Returns whether there is time for more. */
  const sweepPage = async (now: Timestamp, deadline: number): Promise<boolean> => {
    const { things, isLast } = await next(behind, now);
    const last = await each(what, things, deadline, (thing) => act(thing, now, deadline), atOnce);
    const isThrough = things.length === 0 || last === things.at(-1)?.id;
    behind = isThrough && isLast ? '' : (last ?? behind);
    return isThrough && Date.now() <= deadline;
  };
  return async (now, deadline) => {
    const begun = behind;
    let hasTime = await sweepPage(now, deadline);
    if (!isWhole) return;
    while (hasTime && behind !== '') hasTime = await sweepPage(now, deadline);
    // The pages before the place where this sweep began.
    if (begun === '') return;
    while (hasTime && behind < begun) {
      hasTime = await sweepPage(now, deadline);
      if (behind === '') return;
    }
  };
}
