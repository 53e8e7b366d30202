import { eraseFrom, purge } from '../../erasing/purge.ts';
import { usageDays } from '../../store/firestore.ts';
import { dayOf, daysBefore } from '../../quotas/days/day.ts';
import { addressDaysBefore, usageDaysBefore } from '../../store/queries.ts';
import type { Sweeper } from '../sweeper.ts';

/** Long enough to look up last month's usage. */
const KEPT_DAYS = 40;

/** Deletes the usage of days that are long past and, once its day is over, what was kept of deleted accounts. */
export const expireUsageDays: Sweeper = async (now, deadline) => {
  await purge(
    'usage of addresses',
    addressDaysBefore(dayOf(now)),
    deadline,
    eraseFrom((id) => usageDays().doc(id)),
  );
  await purge(
    'usage',
    usageDaysBefore(daysBefore(now, KEPT_DAYS)),
    deadline,
    eraseFrom((id) => usageDays().doc(id)),
  );
};
