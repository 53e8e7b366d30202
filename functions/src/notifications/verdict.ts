import type { DeviceDocument } from '../documents/device.ts';
import { DomainError } from '../lib/errors.ts';
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

type Kind = DeviceDocument['kind'];

/** The rule for each reply of a browser's push service, or of a webhook; `tries` includes this one. */
export function verdictOf(kind: Kind, { status, retryAfterSeconds }: Posted, tries: number): Verdict {
  const detail = `The ${answering[kind]} answered ${status}`;
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 413) return { is: 'too_large' };
  if (status === 429 || status >= 500) return later(detail, tries, retryAfterSeconds);
  // Somebody typed the address, and it is theirs to mend: nothing is removed without them.
  if (kind === 'webhook') {
    // Followed, it could lead to where this server must not be sent, and it may come from somebody else than the owner.
    if (status >= 300 && status < 400)
      return {
        is: 'failed',
        detail: `${detail}, a redirect, which is not followed: remove it here and add the address it leads to`,
      };
    return { is: 'failed', detail: `${detail}: check it, or remove it here and add it again` };
  }
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status === 401 || status === 403) {
    return { is: 'failed', detail: `${detail}: open Countersign there once; it subscribes anew by itself` };
  }
  return { is: 'failed', detail };
}

/** The rule for a missing reply, and for a push that was not sent because its user's minute is used up. */
export function verdictOfFailure(kind: Kind, error: unknown, tries: number): Verdict {
  if (error instanceof RefusedAddress) return { is: 'failed', detail: error.message };
  if (error instanceof DomainError && error.code === 'rate_limited') {
    return later('More notifications in a minute than may be sent', tries, error.details.retryAfterSeconds ?? null);
  }
  return later(`The ${answering[kind]} did not answer`, tries, null);
}

const answering: Record<Kind, string> = { browser: 'service', webhook: 'address' };

function later(detail: string, tries: number, retryAfterSeconds: number | null): Verdict {
  if (tries >= TRIES_MAX) return { is: 'failed', detail: `${detail}, ${tries} times` };
  const pause = retryAfterSeconds ?? FIRST_PAUSE_SECONDS * 2 ** (tries - 1);
  return { is: 'again', afterSeconds: Math.min(Math.max(pause, 1), PAUSE_MAX_SECONDS), detail };
}
