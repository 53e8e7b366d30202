import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Asked } from '../risk/match-rule.ts';
import { type Bodies, completeBodies, shortBodies } from './bodies.ts';

/**
 * A request as rules look at it; null for one that no rule may answer: one that replaces another, which a person may be
 * reading, or one that is too large for a list.
 */
export const askedOf = (item: TaskItemDocument): Asked | null => (item.replaces === null ? requestOf(item) : null);

/** What an agent asks, as rules look at it, whether or not one may answer; null where it is too large for a list. */
export function requestOf(item: TaskItemDocument): Asked | null {
  const known = requests.get(item);
  if (known !== undefined) return known;
  const isLong = (item.bodies.toolParameters?.chunks ?? 0) > 0;
  // Only the beginning of a long file is here, enough to show that there is one.
  const request = item.author !== 'agent' || isLong ? null : toAsked(item, shortBodies(item).bodies);
  requests.set(item, request);
  return request;
}

/** A request is compared with many patterns: it is read once. */
const requests = new WeakMap<TaskItemDocument, Asked | null>();

/** The same of a request of any size: reads what a list leaves out. */
export async function wholeRequestOf(item: TaskItemDocument): Promise<Asked | null> {
  if (item.author !== 'agent') return null;
  return requestOf(item) ?? toAsked(item, await completeBodies(item));
}

function toAsked({ type, toolKind, filePath }: TaskItemDocument, { toolParameters, fileContent }: Bodies): Asked {
  const file = fileContent === undefined ? null : String(fileContent);
  return { type, toolKind, filePath, parameters: toolParameters ?? null, fileContent: file };
}
