import { Timestamp } from 'firebase-admin/firestore';
import { actAtOnce } from '../lib/at-once.ts';
import { list, transact } from '../store/data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { outbox } from '../store/firestore.ts';
import { dueOutboxEntries } from '../store/queries.ts';
import { perform } from './drain.ts';
import { BATCH, isBatched } from './handler.ts';
import { kindsOf, lanes, turnsOf, type Lane } from './lanes.ts';

/** Entries of one lane read at a time. */
const PAGE = 300;
/** Concurrent turns of one lane. */
const AT_ONCE = 5;
const LEASE_MS = 60_000;

/** Does the due work of some lanes, oldest first, each entry once, until `deadline` (milliseconds since 1970). */
export async function drainDue(now: Timestamp, deadline: number, of: readonly Lane[] = lanes): Promise<void> {
  await Promise.all(of.map((lane) => drainLane(lane, now, deadline)));
}

async function drainLane(lane: Lane, now: Timestamp, deadline: number): Promise<void> {
  let behind: OutboxDocument | undefined;
  do {
    const due = dueOutboxEntries(kindsOf(lane), now);
    const entries = await list((behind ? due.startAfter(behind.notBefore, behind.id) : due).limit(PAGE));
    const act = (turn: OutboxDocument[]) => takeTurn(turn, now, deadline);
    await actAtOnce(turnsOf(entries, BATCH, isBatched), AT_ONCE, act, deadline);
    behind = entries.length < PAGE ? undefined : entries.at(-1);
  } while (behind && Date.now() < deadline);
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
