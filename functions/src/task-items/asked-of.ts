import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Asked } from '../risk/match-rule.ts';
import { shortBodies } from './bodies.ts';

/**
 * A request as rules look at it; null for one that no rule may answer: one that replaces another, which a person may be
 * reading, or one that is too large for a list.
 */
export function askedOf(item: TaskItemDocument): Asked | null {
  const known = requests.get(item);
  if (known !== undefined) return known;
  const asked = read(item);
  requests.set(item, asked);
  return asked;
}

/** A request is compared with many patterns: it is read once. */
const requests = new WeakMap<TaskItemDocument, Asked | null>();

function read(item: TaskItemDocument): Asked | null {
  const { type, toolKind, filePath, author, replaces } = item;
  const isLong = (item.bodies.toolParameters?.chunks ?? 0) > 0;
  if (author !== 'agent' || replaces !== null || isLong) return null;
  const { toolParameters, fileContent } = shortBodies(item).bodies;
  // Only the beginning of a long file is here, enough to show that there is one.
  const file = fileContent === undefined ? null : String(fileContent);
  return { type, toolKind, filePath, parameters: toolParameters ?? null, fileContent: file };
}
