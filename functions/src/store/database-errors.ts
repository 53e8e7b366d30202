import { codeOf } from '../lib/code-of.ts';
import { conflict, DomainError, notFound, unavailable } from '../lib/errors.ts';
import { logLine } from '../lib/log.ts';
import { rpc } from '../lib/rpc.ts';
import { TimeUp } from '../lib/within.ts';

/** What the database was asked to do; a write without a reply may have happened all the same. */
export type Asked = 'read' | 'write' | 'transaction';

/** Passing trouble, such as contention or no room. */
const PASSING = new Set<unknown>([
  rpc.cancelled,
  rpc.unknown,
  rpc.deadlineExceeded,
  rpc.resourceExhausted,
  rpc.aborted,
  rpc.internal,
  rpc.unavailable,
]);

/** The database has closed a transaction by itself: nothing of it was written, and another try may do the same work. */
export function isClosedTransaction(error: unknown): boolean {
  return (
    codeOf(error) === rpc.invalidArgument &&
    /transaction\b.*\b(invalid|closed|expired|no longer valid)/is.test(textOf(error))
  );
}

/**
 * Converts database errors that say something to the caller to a DomainError: `not_found`, `conflict`, `too_large`, and
 * `unavailable` for passing trouble, which is logged. Everything else is rethrown as it is.
 */
export function rethrow(error: unknown, asked: Asked): never {
  if (error instanceof DomainError) throw error;
  const code = codeOf(error);
  if (code === rpc.notFound) throw notFound('The resource to change was');
  if (code === rpc.alreadyExists) throw conflict('It already exists');
  if (error instanceof TimeUp || PASSING.has(code) || isClosedTransaction(error)) {
    logLine('WARNING', `The database did not do what it was asked (${asked})`, {
      databaseCode: code,
      error: String(error),
    });
    throw unavailable(messages[asked]);
  }
  if (code === rpc.invalidArgument && /too (big|large)|exceeds the (maximum|limit)/i.test(textOf(error))) {
    throw new DomainError('too_large', 'This is more than can be stored at once');
  }
  throw error;
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : '');

const busy = 'Our database is busy at the moment.';
const messages: Record<Asked, string> = {
  read: `${busy} Please try again.`,
  write: `${busy} This may or may not have been saved: check before you try again.`,
  transaction: `${busy} Please try again.`,
};
