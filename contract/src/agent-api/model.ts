import * as z from 'zod/mini';
import { TASKS_TOLD_MAX } from '../lib/constants.ts';
import { id } from '../lib/primitives.ts';
import { modelPrice, tokenCount, tokensByModel } from './usage.ts';
import { budgetUnits } from '../entities/usage.ts';

/** What a runner is told about models, and reports of them. */

/** Where the model is called. Only runners are told it: agents see a loopback address and a one-time key. */
export const modelEndpoint = z.object({
  /** Without a trailing slash. */
  baseUrl: z.string(),
  /** Empty for a model that needs no key, such as one on this machine. */
  apiKey: z.string(),
  /** The model's name at that endpoint. */
  model: z.string(),
  /** The deployment's name for it, under which its usage is counted; left out: the same as `model`. */
  name: z.optional(z.string()),
  /** True for one of MODELS, the setting in which a person corrects what is wrong with it. */
  isNamed: z.optional(z.boolean()),
  /** Tokens that it accepts in one request, the reply included. */
  contextLength: z.optional(z.number()),
});
export type ModelEndpoint = z.infer<typeof modelEndpoint>;

/** Tokens used by the models of one execution since it began: a total, so that a repeated report counts once. */
export const modelUsage = z.strictObject({
  inputTokens: tokenCount,
  outputTokens: tokenCount,
  /** These totals by model, and by the task that they worked for; a task whose totals were received may be left out. */
  models: z.optional(tokensByModel),
  tasks: z.optional(z.array(z.strictObject({ taskId: id, models: tokensByModel })).check(z.maxLength(TASKS_TOLD_MAX))),
});
export type ModelUsage = z.infer<typeof modelUsage>;

/** How much of its budget a task may still use. */
export const budgetLeft = z.object({
  unit: z.enum(budgetUnits),
  /** How much each approval adds. */
  amount: z.number(),
  /** Without what was counted but not reported yet; below zero where the last reply used more than was left. */
  left: z.number(),
  /** Prices by model, for a budget in dollars. A model without one counts as the task's own. */
  prices: z.record(z.string(), modelPrice),
});
export type BudgetLeft = z.infer<typeof budgetLeft>;

/** How much of the model may still be used today by this container's owner, as far as the server knows. */
export const modelAllowance = z.object({
  /** Tokens left until the day (UTC) ends; null where nothing is limited. */
  tokensLeft: z.nullable(z.number()),
  /** Which cap that is and when it resets, for a person; null where nothing is limited. */
  message: z.nullable(z.string()),
});
export type ModelAllowance = z.infer<typeof modelAllowance>;
