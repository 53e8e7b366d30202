import type { Decision } from '@countersign/contract/agent';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import { readAnswer } from '../../task-items/answer.ts';

/** A decided item as its runner receives it. */
export function toDecision(item: TaskItemDocument): Decision {
  const { id, isApproved, rejectionReason, hash, edits } = item;
  const decision = { itemId: id, isApproved: isApproved === true, rejectionReason, hash: hash ?? '', edits };
  return { ...decision, ...answerOf(item), ...byStopOf(item) };
}

/** The person's answer as the runner receives it; no field where there is none. */
export function answerOf({ answer }: Pick<TaskItemDocument, 'answer'>): Pick<Decision, 'answer'> {
  return answer === null ? {} : { answer: readAnswer(answer) };
}

/** That Stop itself rejected an item; no field where it did not. */
export function byStopOf({ rejectedByStop }: Pick<TaskItemDocument, 'rejectedByStop'>): Pick<Decision, 'byStop'> {
  return rejectedByStop ? { byStop: true } : {};
}
