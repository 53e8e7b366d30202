import * as z from 'zod/mini';
import { rulePattern } from './rule.ts';
import { budget, budgetUnits } from './usage.ts';

/** Limits of one task: what its agent may do without asking, how often, and for how long. */

export const LIMIT_PATTERNS_MAX = 20;
export const LIMIT_STEPS_MAX = 500;
export const LIMIT_STEPS_DEFAULT = 30;
/** One day. */
export const LIMIT_MINUTES_MAX = 24 * 60;
export const LIMIT_MINUTES_DEFAULT = 60;
/** Characters of limits as JSON: the card shows what is approved in one piece. */
const LIMITS_JSON_MAX = 10_000;

/**
 * What a person is asked to approve, and what the approval puts into effect: steps that a pattern covers pass, up to
 * `steps` of them, for `minutes` from the approval on. `budget` becomes the task's budget; null leaves that as it is.
 */
export const limits = z
  .strictObject({
    patterns: z
      .array(rulePattern)
      .check(
        z.minLength(1, 'Limits allow at least one thing'),
        z.maxLength(LIMIT_PATTERNS_MAX, `Limits allow at most ${LIMIT_PATTERNS_MAX} things`),
      ),
    steps: z
      .number()
      .check(
        z.int('Steps are a whole number'),
        z.gte(1, 'At least one step'),
        z.lte(LIMIT_STEPS_MAX, `At most ${LIMIT_STEPS_MAX} steps`),
      ),
    minutes: z
      .number()
      .check(
        z.int('Minutes are a whole number'),
        z.gte(1, 'At least one minute'),
        z.lte(LIMIT_MINUTES_MAX, `At most ${LIMIT_MINUTES_MAX} minutes`),
      ),
    budget: z._default(z.nullable(budget), null),
  })
  .check(
    z.refine((value) => JSON.stringify(value).length <= LIMITS_JSON_MAX, {
      error: 'Limits are too long: allow fewer or shorter things',
      path: ['patterns'],
    }),
  );
export type Limits = z.output<typeof limits>;
export type AskForLimits = z.input<typeof limits>;

/** Limits suggested by the latest requests, and how many of those they would have let pass. */
export const limitsProposal = z.object({
  /** No patterns where limits can cover nothing that was asked lately. */
  limits: z.object({
    patterns: z.array(rulePattern),
    steps: z.number(),
    minutes: z.number(),
    budget: z.nullable(budget),
  }),
  /** The unit of the task's budget; null where it has no model, and so nothing to limit. */
  budgetUnit: z.nullable(z.enum(budgetUnits)),
  of: z.number(),
  matched: z.number(),
});
export type LimitsProposal = z.infer<typeof limitsProposal>;
