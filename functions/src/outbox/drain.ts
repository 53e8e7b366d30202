import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import { handle, OutOfTime, type Outcome } from './handler.ts';
import { commit, transact, type Writer } from '../store/data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { env } from '../settings/env.ts';
import { outbox } from '../store/firestore.ts';
import { logLine } from '../lib/log.ts';
import { mayBePromisedAgain } from './enqueue.ts';

const BACKOFF_MS = 5_000;
const BACKOFF_MAX_MS = 10 * 60_000;

/**
 * Does work that was just promised, for as long as a reply waits: after it there is no CPU. Returns the outcomes. Never
 * throws.
 */
export async function drain(entries: OutboxDocument[]): Promise<Outcome[]> {
  const outcomes = entries.map((): Outcome => 'later');
  if (entries.length === 0) return outcomes;
  const waitMs = env().REPLY_WAIT_SECONDS * 1000;
  const deadline = Date.now() + waitMs;
  const work = entries.map(async (entry, index) => {
    outcomes[index] = await perform([entry], deadline);
  });
  await Promise.race([Promise.all(work), delay(waitMs, undefined, { ref: false })]);
  return [...outcomes];
}

/**
 * Does the work of some entries together and returns its outcome; unless that is `later`, the entries are deleted. A
 * failure postpones them, longer each time. One that was promised again meanwhile stays as it is. Never throws.
 */
export async function perform(entries: readonly OutboxDocument[], deadline: number): Promise<Outcome> {
  try {
    const outcome = await handle(entries, deadline);
    if (outcome === 'later') await leave(entries);
    else await write(entries, (writer, { id }) => writer.delete(outbox().doc(id)));
    return outcome;
  } catch (error) {
    // Not a failure: the work takes more than one turn.
    if (error instanceof OutOfTime) await leave(entries).catch(() => undefined);
    else await putOff(entries, error).catch(() => undefined);
    return 'later';
  }
}

/** Leaves the rest to the next turn. An entry that cannot be written is taken again when its lease ends. */
async function leave(entries: readonly OutboxDocument[]): Promise<void> {
  const now = Timestamp.now();
  await write(entries, (writer, { id }) => writer.update(outbox().doc(id), { notBefore: now, lastError: null }));
}

async function putOff(entries: readonly OutboxDocument[], error: unknown): Promise<void> {
  for (const { id, kind, attempts } of entries)
    logLine('WARNING', `Outbox: ${kind} failed`, { entry: id, attempts: attempts + 1, error: String(error) });
  await write(entries, (writer, { id, attempts }) =>
    writer.update(outbox().doc(id), {
      attempts: attempts + 1,
      notBefore: Timestamp.fromMillis(Date.now() + Math.min(BACKOFF_MS * 2 ** attempts, BACKOFF_MAX_MS)),
      lastError: String(error).slice(0, 1_000),
    }),
  );
}

/** Writes to each entry that was not promised again meanwhile; only where that may be, it costs another round trip. */
async function write(
  entries: readonly OutboxDocument[],
  change: (writer: Writer, entry: OutboxDocument) => void,
): Promise<void> {
  if (!entries.some(mayBePromisedAgain)) return commit((writer) => entries.forEach((entry) => change(writer, entry)));
  await transact(async (tx) => {
    const stored = await Promise.all(entries.map(({ id }) => tx.read(outbox().doc(id))));
    const same = entries.filter(({ createdAt }, index) => stored[index]?.createdAt.isEqual(createdAt));
    for (const entry of same) change(tx, entry);
  });
}
