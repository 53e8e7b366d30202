import { NO_OTHER_WAY, type Unwanted } from '@countersign/contract';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { howOf, isDecision, type DecidedItem } from './decided-item.ts';

/**
 * The last step of the same task that its owner rejected by hand, with the words that it is not to be tried in another
 * way; null without one. Whether the item is another way cannot be told by a program: its owner is reminded.
 */
export function findUnwanted(
  { id, taskId, type, decidedAt }: TaskItemDocument,
  decided: readonly DecidedItem[],
): Unwanted {
  if (type !== 'tool_call' && type !== 'file_creation') return null;
  const found = decided.find(
    (other) =>
      other.id !== id &&
      other.taskId === taskId &&
      other.isApproved === false &&
      isDecision(other) &&
      howOf(other) === 'hand' &&
      other.rejectionReason?.endsWith(NO_OTHER_WAY) === true &&
      (decidedAt === null || (other.decidedAt ?? decidedAt) < decidedAt),
  );
  if (found === undefined) return null;
  return { itemId: found.id, title: found.title, decidedAt: iso(found.decidedAt ?? found.createdAt) };
}
