import type * as z from 'zod';
import { taskItemDocument } from '../documents/task-item.ts';
import { fieldsOf } from '../store/firestore.ts';
import { openItemsOf } from '../store/queries.ts';

const openItemDocument = taskItemDocument.pick({
  id: true,
  type: true,
  title: true,
  toolName: true,
  toolKind: true,
  author: true,
  hash: true,
  reference: true,
  grant: true,
  isApproved: true,
  rejectionReason: true,
  edits: true,
  answer: true,
  decidedAt: true,
  rejectedByStop: true,
  decidedByRule: true,
  decidedByLimits: true,
  releaseAt: true,
});

/** A question that is still open in some way, without its long fields. */
export type OpenItemDocument = z.infer<typeof openItemDocument>;

/** The open questions of a task: undecided, held, not redeemed yet, or redeemed without a reported result. */
export const openItems = (taskId: string) => fieldsOf(openItemsOf(taskId), openItemDocument);
