import { checkAnswer, type ElicitationParameters, elicitationParameters, isElicitation } from '@countersign/contract';
import type { Answer, Issue } from '@countersign/contract';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict, invalid } from '../lib/errors.ts';
import type { Verdict } from '../state/write-decision.ts';
import { readAnswer } from '../task-items/answer.ts';
import { shortBodies } from '../task-items/bodies.ts';
import { matchesInTime } from './matches-in-time.ts';

/**
 * Keeps answers and consents apart: an elicitation is answered or rejected, never approved, and nothing else is ever
 * answered. Checks an answer against what was asked for. Throws `conflict`, `rate_limited`, `unavailable`, and `invalid`
 * with the names of the fields.
 */
export async function checkGivenAnswer(item: TaskItemDocument, { isApproved, answer }: Verdict): Promise<void> {
  if (!isElicitation(item)) {
    if (answer !== null) throw conflict('This asks for an approval, not for an answer');
    return;
  }
  if (!isApproved) return;
  if (answer === null) throw conflict('This asks for an answer, not for an approval');
  const asked = elicitationParameters.safeParse(shortBodies(item).bodies.toolParameters);
  if (!asked.success) throw conflict('This does not say what it asks for');
  const given = readAnswer(answer);
  const issues = [...checkAnswer(asked.data, given), ...(await patternIssues(item.userId, asked.data, given))];
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, path: ['answer', ...issue.path] })));
}

async function patternIssues(userId: string, asked: ElicitationParameters, given: Answer): Promise<Issue[]> {
  if (asked.mode !== 'form') return [];
  const matches = asked.fields.flatMap(({ name, pattern, required }) => {
    const value = given[name];
    if (pattern === undefined || typeof value !== 'string' || (value === '' && !required)) return [];
    return [{ name, pattern, value }];
  });
  const found = await matchesInTime(
    userId,
    matches.map(({ pattern, value }) => ({ pattern, value })),
  );
  return matches
    .filter((_, index) => found[index] !== true)
    .map(({ name }) => ({ path: [name], message: 'This does not have the required format' }));
}
