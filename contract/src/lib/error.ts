import * as z from 'zod/mini';
import { timestamp } from './primitives.ts';

/** What went wrong, for a program; `message` says it to a person. */
export const errorCodes = [
  'invalid',
  'unauthorized',
  'not_admitted',
  'not_found',
  'method_not_allowed',
  'illegal_move',
  'already_decided',
  'content_changed',
  'stale_epoch',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'quota_exceeded',
  'upstream_failed',
  'not_configured',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The HTTP status of each code, defined here alone. */
export const errorStatus: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  not_admitted: 403,
  not_found: 404,
  method_not_allowed: 405,
  illegal_move: 409,
  already_decided: 409,
  content_changed: 409,
  stale_epoch: 409,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  quota_exceeded: 429,
  upstream_failed: 502,
  not_configured: 500,
  unavailable: 503,
  internal: 500,
};

export const issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });
export type Issue = z.infer<typeof issue>;

/** The decision that won, sent to whoever came second. */
export const decisionMade = z.object({
  isApproved: z.boolean(),
  rejectionReason: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
});
export type DecisionMade = z.infer<typeof decisionMade>;

/** The one error shape of every reply that is not 2xx. */
export const errorReply = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.optional(z.array(issue)),
  requestId: z.optional(z.string()),
  decision: z.optional(decisionMade),
  /** The grant to be redeemed has no decision yet, or its decision was undone a moment ago. */
  isUndecided: z.optional(z.boolean()),
  /** This very nonce had redeemed the grant, which has lapsed since: nothing may be done on it any more. */
  wasRedeemed: z.optional(z.boolean()),
  /** The caller's account was deleted: no token of it is accepted any more, however long it is valid. */
  isDeleted: z.optional(z.boolean()),
});
export type ErrorReply = z.infer<typeof errorReply>;
