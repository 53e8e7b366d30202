import { rulePattern } from '@countersign/contract';
import * as z from 'zod';
import { time } from './time.ts';

/** An owner's rule: matching requests of its project are approved as they are stored. */
export const ruleDocument = z.object({
  id: z.string(),
  userId: z.string(),
  projectId: z.string(),
  name: z.string(),
  pattern: rulePattern,
  version: z.number(),
  /** The version since which it lets the same pass; null: not told by an earlier version, so only since this one. */
  sameSince: z.number().nullable().default(null),
  expiresAt: time,
  timesUsed: z.number(),
  lastUsedAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
});
export type RuleDocument = z.infer<typeof ruleDocument>;
