import type { Decision } from '@countersign/contract/agent';
import type { TaskItemDocument } from '../documents/task-item.ts';

/** A decided item as its runner learns of it. */
export function toDecision({ id, isApproved, rejectionReason, hash, edits }: TaskItemDocument): Decision {
  return { itemId: id, isApproved: isApproved === true, rejectionReason, hash: hash ?? '', edits };
}
