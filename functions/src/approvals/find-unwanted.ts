import { NO_OTHER_WAY, type Unwanted } from '@countersign/contract';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { list } from '../store/data.ts';
import { fieldsOf } from '../store/firestore.ts';
import { rejectedItemsOf } from '../store/queries.ts';
import { decidedItemDocument, howOf, isDecision, type DecidedItem } from './decided-item.ts';

/**
 * The last step of the same task that its owner rejected by hand, with the words that it is not to be tried in another
 * way; null without one. Whether the item is another way cannot be told by a program: its owner is reminded.
 */
export async function findUnwanted({ id, taskId, type, decidedAt }: TaskItemDocument): Promise<Unwanted> {
  if (type !== 'tool_call' && type !== 'file_creation') return null;
  const rejected = await list(fieldsOf(rejectedItemsOf(taskId), decidedItemDocument));
  const before = rejected.filter(
    (other) =>
      other.id !== id &&
      isDecision(other) &&
      howOf(other) === 'hand' &&
      other.rejectionReason?.endsWith(NO_OTHER_WAY) === true &&
      (decidedAt === null || timeOf(other) < decidedAt.toMillis()),
  );
  const [last] = before.sort((one, other) => timeOf(other) - timeOf(one));
  return last ? { itemId: last.id, title: last.title, decidedAt: iso(last.decidedAt ?? last.createdAt) } : null;
}

const timeOf = ({ decidedAt, createdAt }: DecidedItem) => (decidedAt ?? createdAt).toMillis();
