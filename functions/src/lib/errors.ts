import type { DecisionMade, ErrorCode, Issue } from '@countersign/contract';

/** An error that a caller is told: a code of the contract and a sentence for a person. Anything else thrown is a 500. */
export class DomainError extends Error {
  override name = 'DomainError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: {
      issues?: Issue[];
      decision?: DecisionMade;
      isUndecided?: boolean;
      retryAfterSeconds?: number;
      allow?: string;
    } = {},
  ) {
    super(message);
  }
}

/** Missing, or somebody else's: the caller cannot tell which. `what` begins the sentence: `Project`. */
export const notFound = (what: string) => new DomainError('not_found', `${what} not found`);

/** A request that cannot be granted as it is; every issue is told at once. `more`: how many there are besides. */
export function invalid(issues: Issue[], more = 0): DomainError {
  const [first] = issues;
  const message = first ? `Invalid request: ${describe(first)}` : 'Invalid request';
  return new DomainError('invalid', more > 0 ? `${message} (and ${more} more besides those listed)` : message, {
    issues,
  });
}

/** One issue about one field, for rules that the schema cannot know. */
export const invalidField = (path: string, message: string) => invalid([{ path: [path], message }]);

export const unauthorized = (message = 'Sign in to go on') => new DomainError('unauthorized', message);

/** A change of status that moves.ts does not list. */
export const illegalMove = (what: string, from: string, to: string) =>
  new DomainError('illegal_move', `A ${what} that is ${from} cannot become ${to}`);

/** A write of an agent whose claim or execution is no longer the newest. */
export const staleEpoch = (message = 'A newer claim has taken over') => new DomainError('stale_epoch', message);

export const conflict = (message: string) => new DomainError('conflict', message);

export const quotaExceeded = (message: string) => new DomainError('quota_exceeded', message);

/** Passing trouble of ours: the same request may be granted in a moment. `message` says what to do, for a person. */
export const unavailable = (message: string, retryAfterSeconds = 5) =>
  new DomainError('unavailable', message, { retryAfterSeconds });

export const upstreamFailed = (message: string) => new DomainError('upstream_failed', message);

function describe({ path, message }: Issue): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}
