import type { Timestamp } from 'firebase-admin/firestore';

/** One thing the sweep does: until `deadline` (milliseconds since 1970), with `now` as the time. */
export type Sweeper = (now: Timestamp, deadline: number) => Promise<unknown>;
