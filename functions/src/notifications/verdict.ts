import type { Posted } from './post.ts';
import { RefusedAddress } from './public-address.ts';

/** How often one push is sent at most. */
const TRIES_MAX = 5;
const FIRST_PAUSE_SECONDS = 15;
const PAUSE_MAX_SECONDS = 60 * 60;

/** What to do after a reply, or after none. */
export type Verdict =
  | { is: 'sent' }
  /** The device no longer exists: its browser has given up the subscription. */
  | { is: 'gone' }
  /** Too large: to be sent again with less in it. */
  | { is: 'too_large' }
  | { is: 'again'; afterSeconds: number; detail: string }
  | { is: 'failed'; detail: string };

/** The rule for each reply of a push service or webhook; `tries` includes this one. */
export function verdictOf({ status, retryAfterSeconds }: Posted, tries: number): Verdict {
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status === 413) return { is: 'too_large' };
  if (status === 429 || status >= 500) return later(`The service answered ${status}`, tries, retryAfterSeconds);
  if (status === 401 || status === 403) {
    return { is: 'failed', detail: `The service answered ${status}: turn notifications on again on this device` };
  }
  return { is: 'failed', detail: `The service answered ${status}` };
}

/** The rule for a missing reply. */
export function verdictOfFailure(error: unknown, tries: number): Verdict {
  if (error instanceof RefusedAddress) return { is: 'failed', detail: error.message };
  return later('The service did not answer', tries, null);
}

function later(detail: string, tries: number, retryAfterSeconds: number | null): Verdict {
  if (tries >= TRIES_MAX) return { is: 'failed', detail: `${detail}, ${tries} times` };
  const pause = retryAfterSeconds ?? FIRST_PAUSE_SECONDS * 2 ** (tries - 1);
  return { is: 'again', afterSeconds: Math.min(Math.max(pause, 1), PAUSE_MAX_SECONDS), detail };
}
