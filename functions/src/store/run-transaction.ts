import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentReference, Transaction } from 'firebase-admin/firestore';
import { isClosedTransaction } from './database-errors.ts';
import { db } from './firestore.ts';
import { codeOf } from '../lib/code-of.ts';
import { DomainError } from '../lib/errors.ts';
import { rpc } from '../lib/rpc.ts';
import { addUsage } from '../lib/database-usage.ts';
import { TimeUp } from '../lib/within.ts';

/** Milliseconds before a transaction that the database closed, or had no room for, is tried again. */
const PAUSES_MS = [100, 300, 900];

/** Hides the error from the library, which would wait for a minute before it tries again. */
class NoRoom extends Error {
  override name = 'NoRoom';
}

/** What one try of a transaction came to, and the documents that its commit creates. */
export interface Try<Result> {
  result: Result;
  created: readonly DocumentReference[];
}

/**
 * Runs `work` in a transaction, again if somebody else was faster or the database had trouble, but not after `deadline`
 * (milliseconds since 1970). `work` reads everything again each time, so that a try whose commit happened without a
 * reply is visible to the next; where that one throws, as what it is to do is done, the earlier result is returned.
 * Throws the database's last error, TimeUp, and what `work` throws.
 */
export async function runTransaction<Result>(
  work: (transaction: Transaction) => Promise<Try<Result>>,
  deadline: number,
): Promise<Result> {
  let former: Try<Result> | null = null;
  let latest: Try<Result> | null = null;
  const once = async (transaction: Transaction): Promise<Result> => {
    former = latest ?? former;
    latest = null;
    const tried = await unlessNoRoom(work(transaction));
    // Nothing may be committed for a caller who was told that it failed.
    if (Date.now() >= deadline) throw new TimeUp('The transaction took too long');
    latest = tried;
    return tried.result;
  };
  for (let tries = 0; ; tries += 1) {
    try {
      return await db().runTransaction(once, { maxAttempts: 10 });
    } catch (thrown) {
      const error = thrown instanceof NoRoom ? thrown.cause : thrown;
      const earlier = former as Try<Result> | null;
      if (earlier && (await hidesCommit(error, earlier))) return earlier.result;
      const pause = PAUSES_MS[tries];
      const mayPass = thrown instanceof NoRoom || isClosedTransaction(error);
      if (pause === undefined || !mayPass || Date.now() + pause > deadline) throw error;
      await delay(pause);
    }
  }
}

/** True when a try failed because an earlier one was committed without a reply. */
async function hidesCommit(error: unknown, { created }: Try<unknown>): Promise<boolean> {
  // Ids that are made before the first try are the same for all tries: the earlier one created this document.
  if (codeOf(error) === rpc.alreadyExists) return true;
  if (!(error instanceof DomainError) || created.length === 0) return false;
  // All others, such as those of audit events and promises, belong to one try only.
  addUsage('reads', created.length);
  const found = await db()
    .getAll(...created)
    .catch(() => []);
  return found.length > 0 && found.every(({ exists }) => exists);
}

async function unlessNoRoom<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw codeOf(error) === rpc.resourceExhausted ? new NoRoom('The database has no room', { cause: error }) : error;
  }
}
