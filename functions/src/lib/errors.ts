import type { DecisionMade, ErrorCode, Issue } from '@countersign/contract';

/** An error for the caller: a code of the contract and a sentence for a person. Anything else thrown is a 500. */
export class DomainError extends Error {
  override name = 'DomainError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: {
      issues?: Issue[];
      decision?: DecisionMade;
      isUndecided?: boolean;
      wasRedeemed?: boolean;
      isDeleted?: boolean;
      retryAfterSeconds?: number;
      allow?: string;
    } = {},
  ) {
    super(message);
  }
}

/**
 * Missing, or somebody else's: the caller cannot tell which. `what` begins the sentence: `Project`. `field`: that of the
 * request's body which names it.
 */
export function notFound(what: string, field?: string): DomainError {
  const message = `${what} not found`;
  return new DomainError('not_found', message, field === undefined ? {} : { issues: [{ path: [field], message }] });
}

/** A request that cannot be granted as it is, with all its issues; `more`: how many further ones are not listed. */
export function invalid(issues: Issue[], more = 0): DomainError {
  const [first] = issues;
  const message = first ? `Invalid request: ${describe(first)}` : 'Invalid request';
  return new DomainError('invalid', more > 0 ? `${message} (and ${more} more besides those listed)` : message, {
    issues,
  });
}

/** One issue with one field, for rules that the schema cannot check. */
export const invalidField = (path: string, message: string) => invalid([{ path: [path], message }]);

/** Nobody whom this deployment knows: no token, or one that is no longer accepted. */
export const unauthorized = (message = 'Sign in to continue') => new DomainError('unauthorized', message);

/** A change of status that moves.ts does not list. */
export const illegalMove = (what: string, from: string, to: string) =>
  new DomainError('illegal_move', `A ${what} that is ${from} cannot become ${to}`);

/** A write by an agent whose claim or execution is no longer the newest. */
export const staleEpoch = (message = 'A newer claim has taken over') => new DomainError('stale_epoch', message);

/** A state that does not allow this, for any reason that has no code of its own. */
export const conflict = (message: string) => new DomainError('conflict', message);

/** As many as there may be. A runner does not repeat such a call, unlike any other 429. */
export const quotaExceeded = (message: string) => new DomainError('quota_exceeded', message);

/** A passing problem of ours: the same request may succeed in a moment. `message` tells a person what to do. */
export const unavailable = (message: string, retryAfterSeconds = 5) =>
  new DomainError('unavailable', message, { retryAfterSeconds });

/** Cloud Run or GitHub refused, or had trouble; nothing of ours is left half-made. */
export const upstreamFailed = (message: string) => new DomainError('upstream_failed', message);

function describe({ path, message }: Issue): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}
