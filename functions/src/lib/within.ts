import { logLine } from './log.ts';

/** Something has not answered within its time limit. */
export class TimeUp extends Error {
  override name = 'TimeUp';
}

/**
 * The result of `work`, or TimeUp if that takes longer than `milliseconds`. The work cannot be cancelled: it goes on
 * without a listener, so it must be harmless when late.
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeUp(`No answer within ${milliseconds} ms`)), milliseconds);
  });
  work.catch(() => undefined); // nobody listens to a late failure
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for what follows a committed change, up to a time limit: a failure is logged and does not affect the reply. For
 * work that something else completes if it is left. Never throws.
 */
export async function afterwards(what: string, milliseconds: number, work: Promise<unknown>): Promise<void> {
  try {
    await within(milliseconds, work);
  } catch (error) {
    logLine('WARNING', `${what}: left to the sweeper`, { error: String(error) });
  }
}
