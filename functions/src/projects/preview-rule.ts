import {
  commandLine,
  commandParameters,
  PREVIEW_REQUESTS,
  type RulePattern,
  type RulePreview,
} from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { invalidField, notFound } from '../lib/errors.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { proposePatterns, runsProjectCode, whyNoRule } from '../risk/match-rule.ts';
import { doesMatch } from '../state/approve-by-rule.ts';
import { list, read } from '../store/data.ts';
import { taskItems } from '../store/firestore.ts';
import { latestRequests } from '../store/queries.ts';
import { askedOf, requestOf } from '../task-items/asked-of.ts';

/** Which of a project's latest requests a rule would have approved, by the real test. Throws `not_found`, `invalid`. */
export async function previewRule(
  { userId }: UserCaller,
  projectId: string,
  pattern: RulePattern,
): Promise<RulePreview> {
  const why = whyNoRule(pattern);
  if (why !== null) throw invalidField('pattern', why);
  await readOwnProject(userId, projectId);
  const latest = await list(latestRequests(userId, projectId).limit(PREVIEW_REQUESTS));
  const matched = latest.filter((item) => doesMatch(pattern, item));
  return { of: latest.length, runsProjectCode: runsProjectCode(pattern), matched: matched.map(toMatched) };
}

function toMatched(item: TaskItemDocument): RulePreview['matched'][number] {
  const { id, taskId, title, createdAt } = item;
  return { id, taskId, title, shown: shownOf(item), createdAt: iso(createdAt) };
}

/** A request in one line: its command, or its file. */
function shownOf(item: TaskItemDocument): string {
  const parameters = askedOf(item)?.parameters;
  const command = commandParameters.safeParse(parameters);
  if (command.success) return commandLine(command.data);
  const path = (parameters as { path?: unknown } | null)?.path;
  return item.filePath ?? (typeof path === 'string' ? path : item.title);
}

/** Rules that would cover requests like this one of the caller, also where it replaces another. Throws `not_found`. */
export async function proposeRules({ userId }: UserCaller, itemId: string): Promise<{ patterns: RulePattern[] }> {
  const item = await read(taskItems().doc(itemId));
  if (item?.userId !== userId) throw notFound('Task item');
  const asked = item.needsApproval ? requestOf(item) : null;
  return { patterns: asked === null ? [] : proposePatterns(asked) };
}
