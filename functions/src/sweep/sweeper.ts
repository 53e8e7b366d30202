import type { Timestamp } from 'firebase-admin/firestore';

/** One task of the sweep: works until `deadline` (milliseconds since 1970), with `now` as the time. */
export type Sweeper = (now: Timestamp, deadline: number) => Promise<unknown>;
