import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'firebase-admin/firestore';
import { codeOf, isClosedTransaction } from './database-errors.ts';
import { db } from './firestore.ts';
import { TimeUp } from '../lib/within.ts';

/** Milliseconds before the next try of a transaction that the database closed, or had no room for. */
const PAUSES_MS = [100, 300, 900];
const NO_ROOM = 8;
const EXISTS = 6;

/** Thrown through the library, which would wait for a minute before it tries again. */
class NoRoom extends Error {
  override name = 'NoRoom';
}

/**
 * Runs `work` in a transaction, again where somebody else was faster or the database was in trouble; not after
 * `deadline` (milliseconds since 1970). What `work` reads is read again each time, so that a try whose commit was heard
 * but not answered shows in the next one. Throws what the database said last, or TimeUp.
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
    // Nothing is committed for somebody who was told that it failed.
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
      // Ids of what is created are minted once for all tries: it was an earlier one whose commit was not answered.
      if (codeOf(error) === EXISTS && committed) return committed.result;
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
    throw codeOf(error) === NO_ROOM ? new NoRoom('The database has no room', { cause: error }) : error;
  }
}
