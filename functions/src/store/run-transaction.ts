import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'firebase-admin/firestore';
import { codeOf, isClosedTransaction } from './database-errors.ts';
import { db } from './firestore.ts';
import { rpc } from '../lib/rpc.ts';
import { TimeUp } from '../lib/within.ts';

/** Milliseconds before a transaction that the database closed, or had no room for, is tried again. */
const PAUSES_MS = [100, 300, 900];

/** Hides the error from the library, which would wait for a minute before it tries again. */
class NoRoom extends Error {
  override name = 'NoRoom';
}

/**
 * Runs `work` in a transaction, again if somebody else was faster or the database had trouble, but not after `deadline`
 * (milliseconds since 1970). `work` reads everything again each time, so that a try whose commit happened without a
 * reply is visible to the next. Throws the database's last error, or TimeUp.
 */
export async function runTransaction<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  deadline: number,
): Promise<Result> {
  let former: { result: Result } | null = null;
  let latest: { result: Result } | null = null;
  const once = async (transaction: Transaction): Promise<Result> => {
    former = latest ?? former;
    latest = null;
    const result = await unlessNoRoom(work(transaction));
    // Nothing may be committed for a caller who was told that it failed.
    if (Date.now() >= deadline) throw new TimeUp('The transaction took too long');
    latest = { result };
    return result;
  };
  for (let tries = 0; ; tries += 1) {
    try {
      return await db().runTransaction(once, { maxAttempts: 10 });
    } catch (thrown) {
      const error = thrown instanceof NoRoom ? thrown.cause : thrown;
      const committed = former as { result: Result } | null;
      // New ids are the same for all tries: an earlier one created this document, in a commit without a reply.
      if (codeOf(error) === rpc.alreadyExists && committed) return committed.result;
      const pause = PAUSES_MS[tries];
      const mayPass = thrown instanceof NoRoom || isClosedTransaction(error);
      if (pause === undefined || !mayPass || Date.now() + pause > deadline) throw error;
      await delay(pause);
    }
  }
}

async function unlessNoRoom<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw codeOf(error) === rpc.resourceExhausted ? new NoRoom('The database has no room', { cause: error }) : error;
  }
}
