import { NO_OTHER_WAY, type Unwanted } from '@countersign/contract';
import type * as z from 'zod';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { iso } from '../documents/time.ts';
import { list } from '../store/data.ts';
import { fieldsOf } from '../store/firestore.ts';
import { rejectedStepsOf } from '../store/queries.ts';
import { decidedItemDocument, howOf, isDecision } from './decided-item.ts';

/** A task may have been refused thousands of steps: without their risks, which are as long as what they were judged by. */
const rejectedDocument = decidedItemDocument.pick({
  id: true,
  title: true,
  rejectionReason: true,
  isClosed: true,
  replacedBy: true,
  decidedByRule: true,
  decidedByLimits: true,
  createdAt: true,
  decidedAt: true,
});

/**
 * The last step of the same task that its owner rejected by hand, with the words that it is not to be tried in another
 * way; null without one. Whether the item is another way cannot be told by a program: its owner is reminded.
 */
export async function findUnwanted({ id, taskId, type, decidedAt }: TaskItemDocument): Promise<Unwanted> {
  if (type !== 'tool_call' && type !== 'file_creation') return null;
  const rejected = await list(fieldsOf(rejectedStepsOf(taskId), rejectedDocument));
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

const timeOf = ({ decidedAt, createdAt }: z.infer<typeof rejectedDocument>) => (decidedAt ?? createdAt).toMillis();
