import type { ErrorCode, Issue } from '@countersign/contract';

/** What the test server answers instead of what was asked for. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly issues?: Issue[],
    /** Nobody has decided, or a decision was undone; the grant was redeemed by this very nonce before it lapsed. */
    readonly details: { isUndecided?: true; wasRedeemed?: true } = {},
  ) {
    super(message);
  }
}

/** An issue of one field. */
export const invalid = (field: string, message: string) =>
  new Refusal('invalid', message, [{ path: [field], message }]);
