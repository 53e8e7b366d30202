import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import { OutOfTime } from '../cascade/purge.ts';
import { commit, list, transact } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { outbox } from '../firestore.ts';
import { logLine } from '../log.ts';
import { dueOutboxEntries } from '../queries.ts';
import { handlers } from './handlers.ts';

/** Milliseconds that a reply waits for its promised work; the sweeper finishes what is left (design §3). */
const DRAIN_MS = 2_000;
const LEASE_MS = 60_000;
const BACKOFF_MS = 5_000;
const BACKOFF_MAX_MS = 10 * 60_000;

/** Does the work just promised, for 2 s at most: after the reply there is no CPU. Never throws. */
export async function drain(...entries: OutboxDocument[]): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  const work = Promise.all(entries.map((entry) => perform(entry, deadline)));
  await Promise.race([work, delay(DRAIN_MS, undefined, { ref: false })]);
}

/** Does what is due, oldest first, until `deadline` (milliseconds since 1970). Answers how many entries were done. */
export async function drainDue(now: Timestamp, deadline: number): Promise<number> {
  let done = 0;
  for (const entry of await list(dueOutboxEntries(now).limit(100))) {
    if (Date.now() >= deadline) break;
    const taken = await take(entry, now);
    if (taken && (await perform(taken, deadline))) done += 1;
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

/** True when the entry is done and gone. A failure puts it off, longer each time. */
async function perform(entry: OutboxDocument, deadline: number): Promise<boolean> {
  try {
    const handler = handlers[entry.kind];
    if (!handler) throw new Error(`Nobody handles ${entry.kind}`);
    const outcome = await handler(entry, deadline);
    if (outcome === 'done') await commit((writer) => writer.delete(outbox().doc(entry.id)));
    else await leave(entry);
    return outcome === 'done';
  } catch (error) {
    // Not a failure: the work was more than one turn's.
    if (error instanceof OutOfTime) await leave(entry).catch(() => undefined);
    else await putOff(entry, error).catch(() => undefined);
    return false;
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
