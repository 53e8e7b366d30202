import type { Decision } from '@countersign/contract/agent';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { readAnswer } from '../task-items/answer.ts';

/** A decided item as its runner learns of it. */
export function toDecision(item: TaskItemDocument): Decision {
  const { id, isApproved, rejectionReason, hash, edits } = item;
  const decision = { itemId: id, isApproved: isApproved === true, rejectionReason, hash: hash ?? '', edits };
  return { ...decision, ...answerOf(item) };
}

/** What was answered, as its runner learns of it; nothing where there is no answer. */
export function answerOf({ answer }: Pick<TaskItemDocument, 'answer'>): Pick<Decision, 'answer'> {
  return answer === null ? {} : { answer: readAnswer(answer) };
}
