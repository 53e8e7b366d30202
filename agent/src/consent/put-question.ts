import { isConflict, isDecidedAlready, isUnacceptable } from '../server/api.ts';
import { ASK_LIMIT_BYTES, fitTitle } from '../server/fit-item.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { Request } from './consent.ts';

/** What is asked is too large to be read before it is approved. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

/** The person was quicker than the change: a decided question can no longer be replaced. */
export class DecidedMeanwhile extends Error {
  override name = 'DecidedMeanwhile';
}

/**
 * Stores a request as an open question under an id, which may close the question that it `replaces`. Resolves with the
 * hash of what is now asked, or `taken` if other bytes were asked under this id. Throws TooLarge, and DecidedMeanwhile
 * where the question that the request itself replaces has been decided.
 */
export async function putQuestion(
  request: Request,
  itemId: string,
  replaces: string | null,
  reports: Pick<ReportQueue, 'ask'>,
): Promise<{ hash: string | null } | 'taken'> {
  const whole = { ...request.item, id: itemId, title: fitTitle(request.item.title) };
  try {
    const item = { ...((await request.sendLong?.(whole)) ?? whole), needsApproval: true };
    if (Buffer.byteLength(JSON.stringify(item)) > ASK_LIMIT_BYTES) throw new TooLarge(item.title);
    const link = replaces === null ? {} : { replaces };
    return { hash: await reports.ask({ ...item, ...link, reference: request.fingerprint }) };
  } catch (error) {
    if (isDecidedAlready(error) && replaces === request.replaces) throw new DecidedMeanwhile(whole.title);
    if (isConflict(error)) return 'taken';
    if (isUnacceptable(error)) throw new TooLarge(whole.title);
    throw error;
  }
}
