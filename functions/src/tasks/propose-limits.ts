import {
  LIMIT_MINUTES_DEFAULT,
  LIMIT_PATTERNS_MAX,
  LIMIT_STEPS_DEFAULT,
  LIMIT_STEPS_MAX,
  type LimitsProposal,
  PREVIEW_REQUESTS,
  type RulePattern,
} from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { modelOf, priceOf } from '../settings/models.ts';
import { type Asked, matches, proposePatterns } from '../risk/match-rule.ts';
import { doesMatch } from '../state/approve-by-rule.ts';
import { list } from '../store/data.ts';
import { latestRequests } from '../store/queries.ts';
import { askedOf, wholeRequestOf } from '../task-items/asked-of.ts';

/** Limits suggested by the task's and its project's latest requests, and how many those cover. Throws `not_found`. */
export async function proposeLimits({ userId }: UserCaller, taskId: string): Promise<LimitsProposal> {
  const { task, project } = await readOwnTask(userId, taskId);
  const latest = await list(latestRequests(userId, task.projectId).limit(PREVIEW_REQUESTS));
  // The task's own come first, because there is not room for everything.
  const ordered = [
    ...latest.filter((item) => item.taskId === taskId),
    ...latest.filter((item) => item.taskId !== taskId),
  ];
  const asked = ordered.filter((item) => askedOf(item) !== null);
  const patterns = patternsFor(asked, await rejectedOf(ordered));
  const matched = asked.filter((item) => patterns.some((pattern) => doesMatch(pattern, item)));
  const model = modelOf(task, project);
  const budgetUnit = model === undefined ? null : priceOf(model) === undefined ? 'tokens' : 'usd';
  // No budget is proposed: it would cancel everything approved beyond the task's own without its owner noticing.
  const limits = { patterns, steps: stepsFor(matched), minutes: LIMIT_MINUTES_DEFAULT, budget: null };
  return { limits, budgetUnit, of: asked.length, matched: matched.length };
}

/** What the owner rejected, also where no rule could have answered: a request that replaced another, or a long one. */
async function rejectedOf(items: readonly TaskItemDocument[]): Promise<Asked[]> {
  const rejected = items.filter(({ isApproved, isClosed }) => isApproved === false && !isClosed);
  const requests = await Promise.all(rejected.map(wholeRequestOf));
  return requests.filter((request) => request !== null);
}

/**
 * For each request the narrowest pattern that also covers another one, else its own; none that covers a rejected one.
 */
function patternsFor(asked: readonly TaskItemDocument[], rejected: readonly Asked[]): RulePattern[] {
  const found: RulePattern[] = [];
  for (const item of asked) {
    if (found.some((pattern) => doesMatch(pattern, item))) continue;
    const request = askedOf(item);
    const candidates = request === null ? [] : proposePatterns(request);
    const allowed = candidates.filter((pattern) => !rejected.some((other) => matches(pattern, other)));
    const chosen =
      allowed.find((pattern) => asked.filter((other) => doesMatch(pattern, other)).length > 1) ?? allowed[0];
    if (chosen) found.push(chosen);
    if (found.length === LIMIT_PATTERNS_MAX) break;
  }
  return found;
}

/** As many steps as any of the tasks needed, rounded up to tens, and no fewer than the default. */
function stepsFor(matched: readonly TaskItemDocument[]): number {
  const ofTasks = new Map<string, number>();
  for (const { taskId } of matched) ofTasks.set(taskId, (ofTasks.get(taskId) ?? 0) + 1);
  const most = Math.ceil(Math.max(0, ...ofTasks.values()) / 10) * 10;
  return Math.min(LIMIT_STEPS_MAX, Math.max(LIMIT_STEPS_DEFAULT, most));
}
