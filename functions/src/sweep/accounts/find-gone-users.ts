import { readAccounts } from '../../access/account.ts';
import { list } from '../../store/data.ts';
import { usersBehind } from '../../store/queries.ts';
import { deleteAllGone, goneOf } from './delete-gone.ts';
import type { Sweeper } from '../sweeper.ts';

/** Users looked at in one sweep: 15,000 in half an hour. */
const PER_SWEEP = 500;
/** Milliseconds between the starts of two rounds, so that every user is looked at at least hourly. */
const ROUND_MS = 30 * 60_000;
/** The start of a round. */
const FIRST = '';

/**
 * Finds users who were deleted at the identity provider, each at least hourly, in rounds over all users; those whose
 * containers run are found every minute (stop-not-admitted.ts). When the provider does not answer, nobody is deleted
 * and the next sweep continues at the same place; when it knows none of many, nobody is deleted, and an error is
 * logged. A new instance begins a new round.
 */
export function findGoneUsers(perSweep = PER_SWEEP, implausible?: number): Sweeper {
  let behind = FIRST;
  let begun = 0;
  return async (now, deadline) => {
    if (behind === FIRST) {
      if (now.toMillis() - begun < ROUND_MS) return;
      begun = now.toMillis();
    }
    const some = await list(usersBehind(behind).limit(perSweep));
    const ids = some.map(({ id }) => id);
    const gone = goneOf(ids, await readAccounts(ids), implausible);
    const last = await deleteAllGone(gone, deadline);
    const isThrough = gone.length === 0 || last === gone.at(-1);
    if (!isThrough) behind = last ?? behind;
    else behind = some.length < perSweep ? FIRST : (some.at(-1)?.id ?? FIRST);
  };
}
