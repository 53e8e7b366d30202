import type { Timestamp } from 'firebase-admin/firestore';
import { each } from './each.ts';
import type { Sweeper } from './sweeper.ts';

export interface Round<T> {
  /** What comes after the id `behind` ('': from the beginning), by their ids; `isLast` when nothing comes after these. */
  next(behind: string, now: Timestamp): Promise<{ things: T[]; isLast: boolean }>;
  act(thing: T, now: Timestamp, deadline: number): Promise<unknown>;
}

/**
 * A sweeper that goes on where the last sweep stopped, so that everything gets its turn however much there is. Another
 * instance begins at the beginning, which does no harm.
 */
export function inRounds<T extends { id: string }>(what: string, { next, act }: Round<T>): Sweeper {
  let behind = '';
  return async (now, deadline) => {
    const { things, isLast } = await next(behind, now);
    const last = await each(what, things, deadline, (thing) => act(thing, now, deadline));
    const isThrough = things.length === 0 || last === things.at(-1)?.id;
    behind = isThrough && isLast ? '' : (last ?? behind);
  };
}
