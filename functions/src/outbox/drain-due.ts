import { Timestamp } from 'firebase-admin/firestore';
import { list, transact } from '../store/data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { outbox } from '../store/firestore.ts';
import { dueOutboxEntries } from '../store/queries.ts';
import { perform } from './drain.ts';
import { actFairly } from './act-fairly.ts';
import { BATCH, isBatched } from './handler.ts';
import { kindsOf, lanes, turnsOf, type Lane } from './lanes.ts';

/** Entries of one lane read at a time: users take turns only within these. */
const PAGE = 3_000;
/** Concurrent turns of one lane. */
const AT_ONCE = 5;
const LEASE_MS = 60_000;

/** Where lanes stopped for want of time, with more to read: the next sweep goes on there, and then from the beginning. */
const places = new Map<Lane, OutboxDocument>();

/**
 * Does the due work of some lanes, oldest first, each entry once, until `deadline` (milliseconds since 1970), `page`
 * entries of a lane at a time.
 */
export async function drainDue(
  now: Timestamp,
  deadline: number,
  of: readonly Lane[] = lanes,
  page = PAGE,
): Promise<void> {
  await Promise.all(
    of.map(async (lane) => {
      const place = places.get(lane);
      if (place) await drainLane(lane, now, deadline, page, place);
      if (!places.has(lane)) await drainLane(lane, now, deadline, page);
    }),
  );
}

async function drainLane(
  lane: Lane,
  now: Timestamp,
  deadline: number,
  page: number,
  from?: OutboxDocument,
): Promise<void> {
  let behind = from;
  do {
    const due = dueOutboxEntries(kindsOf(lane), now);
    const entries = await list((behind ? due.startAfter(behind.notBefore, behind.id) : due).limit(page));
    const act = (turn: OutboxDocument[]) => takeTurn(turn, now, deadline);
    await actFairly(turnsOf(entries, BATCH, isBatched), AT_ONCE, act, deadline);
    behind = entries.length < page ? undefined : entries.at(-1);
  } while (behind && Date.now() < deadline);
  if (behind) places.set(lane, behind);
  else places.delete(lane);
}

async function takeTurn(turn: OutboxDocument[], now: Timestamp, deadline: number): Promise<void> {
  const taken = await take(turn, now);
  if (taken.length > 0) await perform(taken, deadline);
}

/** Takes entries for this instance; leaves out those that another instance has taken. */
async function take(entries: OutboxDocument[], now: Timestamp): Promise<OutboxDocument[]> {
  return transact(async (tx) => {
    const found = await Promise.all(entries.map(({ id }) => tx.read(outbox().doc(id))));
    const due = found
      .filter((entry) => entry !== undefined)
      .filter((entry) => entry.notBefore.toMillis() <= now.toMillis());
    const lease = Timestamp.fromMillis(now.toMillis() + LEASE_MS);
    for (const { id } of due) tx.update(outbox().doc(id), { notBefore: lease });
    return due;
  });
}
