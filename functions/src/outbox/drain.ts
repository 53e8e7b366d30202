import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import { handlerOf, OutOfTime, type Outcome } from './handler.ts';
import { commit, list, transact } from '../store/data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { outbox } from '../store/firestore.ts';
import { logLine } from '../lib/log.ts';
import { dueOutboxEntries } from '../store/queries.ts';

/** Milliseconds that a reply waits for its promised work; the sweeper finishes what is left. */
const DRAIN_MS = 2_000;
const LEASE_MS = 60_000;
const BACKOFF_MS = 5_000;
const BACKOFF_MAX_MS = 10 * 60_000;

/** Does the work just promised, for 2 s at most: after the reply there is no CPU. Answers what became of each. Never throws. */
export async function drain(entries: OutboxDocument[]): Promise<Outcome[]> {
  const outcomes = entries.map((): Outcome => 'later');
  if (entries.length === 0) return outcomes;
  const deadline = Date.now() + DRAIN_MS;
  const work = entries.map(async (entry, index) => {
    outcomes[index] = await perform(entry, deadline);
  });
  await Promise.race([Promise.all(work), delay(DRAIN_MS, undefined, { ref: false })]);
  return [...outcomes];
}

/** Does what is due, oldest first, until `deadline` (milliseconds since 1970). Answers how many entries were done. */
export async function drainDue(now: Timestamp, deadline: number): Promise<number> {
  let done = 0;
  for (const entry of await list(dueOutboxEntries(now).limit(100))) {
    if (Date.now() >= deadline) break;
    const taken = await take(entry, now);
    if (taken && (await perform(taken, deadline)) !== 'later') done += 1;
  }
  return done;
}

/** Takes an entry for this instance; null when another one was faster. */
async function take(entry: OutboxDocument, now: Timestamp): Promise<OutboxDocument | null> {
  return transact(async (tx) => {
    const current = await tx.read(outbox().doc(entry.id));
    if (!current || current.notBefore.toMillis() > now.toMillis()) return null;
    tx.update(outbox().doc(entry.id), { notBefore: Timestamp.fromMillis(now.toMillis() + LEASE_MS) });
    return current;
  });
}

/** What became of it; the entry is gone unless that is `later`. A failure puts it off, longer each time. */
async function perform(entry: OutboxDocument, deadline: number): Promise<Outcome> {
  try {
    const outcome = await handlerOf(entry.kind)(entry, deadline);
    if (outcome === 'later') await leave(entry);
    else await commit((writer) => writer.delete(outbox().doc(entry.id)));
    return outcome;
  } catch (error) {
    // Not a failure: the work was more than one turn's.
    if (error instanceof OutOfTime) await leave(entry).catch(() => undefined);
    else await putOff(entry, error).catch(() => undefined);
    return 'later';
  }
}

/** What is left is for the next turn. An entry that cannot be written is taken again when its lease is over. */
async function leave(entry: OutboxDocument): Promise<void> {
  await commit((writer) => writer.update(outbox().doc(entry.id), { notBefore: Timestamp.now(), lastError: null }));
}

async function putOff({ id, kind, attempts }: OutboxDocument, error: unknown): Promise<void> {
  logLine('WARNING', `Outbox: ${kind} failed`, { entry: id, attempts: attempts + 1, error: String(error) });
  const backoff = Math.min(BACKOFF_MS * 2 ** attempts, BACKOFF_MAX_MS);
  await commit((writer) =>
    writer.update(outbox().doc(id), {
      attempts: attempts + 1,
      notBefore: Timestamp.fromMillis(Date.now() + backoff),
      lastError: String(error).slice(0, 1_000),
    }),
  );
}
