import type { Timestamp } from 'firebase-admin/firestore';
import { each } from './each.ts';
import type { Sweeper } from './sweeper.ts';

export interface Round<T> {
  /** A page of what comes after the id `behind` ('': from the beginning), by their ids; `isLast` when nothing comes after these. */
  next(behind: string, now: Timestamp): Promise<{ things: T[]; isLast: boolean }>;
  act(thing: T, now: Timestamp, deadline: number): Promise<unknown>;
  /** So many have their turn at the same time. */
  atOnce?: number;
  /** Looks at all pages in each sweep, as far as there is time, and not at one alone. */
  isWhole?: boolean;
}

/**
 * A sweeper that goes on where the last sweep stopped, so that everything gets its turn however much there is, and holds
 * one page of it at a time. Another instance begins at the beginning, which does no harm.
 */
export function inRounds<T extends { id: string }>(
  what: string,
  { next, act, atOnce = 1, isWhole = false }: Round<T>,
): Sweeper {
  let behind = '';
  /** Answers whether there is time for more. */
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
    // What came before the place where this sweep began.
    if (begun === '') return;
    while (hasTime && behind < begun) {
      hasTime = await sweepPage(now, deadline);
      if (behind === '') return;
    }
  };
}
