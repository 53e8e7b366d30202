import * as z from 'zod/mini';
import { id, pageQuery, text, timestamp, wholeNumber } from '../lib/primitives.ts';
import { risk, riskLevels } from './risk.ts';
import { passedByLimits, taskItemTypes } from './task-item.ts';

/** How a request that waited for a person ended. `answered`: fields were filled in, which approves nothing. */
export const decisionOutcomes = ['approved', 'rejected', 'answered'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

/** Who or what decided: the person directly, a rule that they had written, or limits that they had approved. */
export const decisionWays = ['hand', 'rule', 'limits'] as const;

/** The risks by which decisions can be filtered: `unknown` was not judged, or could not be. */
export const decisionRisks = [...riskLevels, 'unknown'] as const;

/** A decision that was made. The item of the same id says exactly what was decided. */
export const decision = z.object({
  id,
  title: z.string(),
  type: z.string(),
  toolName: z.nullable(z.string()),
  filePath: z.nullable(z.string()),
  /** One of `decisionOutcomes`; read as text, so that an older page survives a newer server. */
  outcome: z.string(),
  /** One of `decisionWays`; read as text, as the outcome is. */
  how: z.string(),
  /** The owner's rule that approved it, as it was then; null where a person decided. */
  rule: z.nullable(z.object({ id, version: z.number(), name: z.string() })),
  /** The task limits that let it pass; null where none did. */
  limits: z.nullable(passedByLimits),
  /** The e-mail address of the person who decided. */
  who: z.string(),
  /** Coarse on purpose, e.g. "Chrome on Android"; null where the caller did not say. */
  device: z.nullable(z.string()),
  rejectionReason: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  risk: z.nullable(risk),
  createdAt: timestamp,
  decidedAt: timestamp,
  waitedSeconds: z.number(),
  task: z.object({ id, title: z.string(), project: z.object({ id, name: z.string() }) }),
});
export type Decision = z.infer<typeof decision>;

const daysMessage = 'Days is a whole number from 1 to 1000, in digits';

/** Which project, and how far back. */
const scope = { projectId: z.optional(id), days: z.optional(wholeNumber(1_000, daysMessage)) };

/** Which decisions to list; a filter that is left out narrows nothing. */
export const decisionsQuery = z.strictObject({
  ...scope,
  outcome: z.optional(z.enum(decisionOutcomes)),
  how: z.optional(z.enum(decisionWays)),
  type: z.optional(z.enum(taskItemTypes)),
  risk: z.optional(z.enum(decisionRisks)),
  /** Part of a title, also of the task, path, tool name or rejection reason, case-insensitive. */
  q: z.optional(text('Search', 200)),
  ...pageQuery,
});
export type DecisionFilters = Omit<z.output<typeof decisionsQuery>, 'limit' | 'cursor'>;

export const summaryQuery = z.strictObject(scope);

/** How many of the latest decisions are summed up. */
export const DECISIONS_SUMMED = 1_000;
/** The longest wait in seconds for each bar of the chart; longer waits belong to one more bar. */
export const WAIT_STEPS_SECONDS = [10, 60, 600, 3_600] as const;

/** Statistics of the last decisions, `DECISIONS_SUMMED` at most. */
export const decisionSummary = z.object({
  /** Includes those that rules approved (`byRule`) and those that passed within limits (`byLimits`). */
  approved: z.number(),
  byRule: z.number(),
  byLimits: z.number(),
  rejected: z.number(),
  answered: z.number(),
  /** True where there are older decisions, which are not counted. */
  isCut: z.boolean(),
  /** How long decisions made by a person took; null where there are none. */
  medianSeconds: z.nullable(z.number()),
  p95Seconds: z.nullable(z.number()),
  /** How many of those waited how long: one number for each of `WAIT_STEPS_SECONDS`, and one for the rest. */
  waits: z.array(z.number()),
});
export type DecisionSummary = z.infer<typeof decisionSummary>;

/** Reasons that are listed, and how often one must be given in a project to be worth an instruction. */
export const REASONS_MAX = 20;
export const REASON_REPEATED = 3;

/** The person's own reasons for rejecting, most used first. */
export const rejectionReasons = z.object({
  reasons: z.array(
    z.object({
      reason: z.string(),
      count: z.number(),
      /** The projects in which it was given three times or more. */
      repeatedIn: z.array(id),
    }),
  ),
});
export type RejectionReasons = z.infer<typeof rejectionReasons>;

/** What an open request is compared with. */
export const precedent = z.object({
  /** The last approved request of the same shape in its project, if it differs; null without one. */
  precedent: z.nullable(
    z.object({
      itemId: id,
      taskId: id,
      decidedAt: timestamp,
      /** The command line with where and how it runs, or the file's text, that was approved. */
      text: z.string(),
      /** The same of the request itself; an older server does not send it. */
      now: z.optional(z.string()),
    }),
  ),
  /** The last step of its task that was rejected with the words that it is not to be tried in another way. */
  unwanted: z._default(z.nullable(z.object({ itemId: id, title: z.string(), decidedAt: timestamp })), null),
});
export type Precedents = z.infer<typeof precedent>;
export type Unwanted = Precedents['unwanted'];
