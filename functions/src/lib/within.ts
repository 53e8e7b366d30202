import { logLine } from './log.ts';

/** Something has not answered in the time that it was given. */
export class TimeUp extends Error {
  override name = 'TimeUp';
}

/**
 * What `work` answers, or TimeUp where that takes longer than `milliseconds`. Nothing can be called back: what is late
 * goes on unheard, so it may only be what does no harm then.
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeUp(`No answer within ${milliseconds} ms`)), milliseconds);
  });
  work.catch(() => undefined); // late, nobody else would hear of its failure
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for what follows a change that is made, for so long at most: its failure is logged, and its reply is the same.
 * For work that somebody else takes up where it is left. Never throws.
 */
export async function afterwards(what: string, milliseconds: number, work: Promise<unknown>): Promise<void> {
  try {
    await within(milliseconds, work);
  } catch (error) {
    logLine('WARNING', `${what}: left to the sweeper`, { error: String(error) });
  }
}
