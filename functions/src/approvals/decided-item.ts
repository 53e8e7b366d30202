import type { DecisionFilters, DecisionOutcome, decisionWays } from '@countersign/contract';
import { Timestamp, type Query } from 'firebase-admin/firestore';
import type * as z from 'zod';
import { taskItemDocument } from '../documents/task-item.ts';
import { fieldsOf } from '../store/firestore.ts';
import { decidedItems, projectDecidedItems, rejectedItems } from '../store/queries.ts';

export const decidedItemDocument = taskItemDocument.pick({
  id: true,
  userId: true,
  projectId: true,
  taskId: true,
  type: true,
  title: true,
  toolName: true,
  toolKind: true,
  filePath: true,
  isApproved: true,
  rejectionReason: true,
  answer: true,
  hash: true,
  risk: true,
  replacedBy: true,
  createdAt: true,
  decidedAt: true,
  decidedOn: true,
  decidedByRule: true,
  decidedByLimits: true,
  approvalEnded: true,
  isClosed: true,
});

/** An item that was decided, without its long fields. */
export type DecidedItem = z.infer<typeof decidedItemDocument>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Items that were decided or closed, latest first. */
export function decidedQuery(
  userId: string,
  { projectId, days }: Pick<DecisionFilters, 'projectId' | 'days'>,
): Query<DecidedItem> {
  const since = Timestamp.fromMillis(days === undefined ? 0 : Date.now() - days * DAY_MS);
  const query = projectId === undefined ? decidedItems(userId, since) : projectDecidedItems(userId, projectId, since);
  return fieldsOf(query, decidedItemDocument);
}

/** Items that were rejected or closed, latest first. */
export const rejectedQuery = (userId: string) => fieldsOf(rejectedItems(userId), decidedItemDocument);

/** Whether a person, their rule or their limits decided: a question that was closed or asked again has no decision. */
export const isDecision = ({ isClosed, replacedBy }: Pick<DecidedItem, 'isClosed' | 'replacedBy'>) =>
  !isClosed && replacedBy === null;

/** How it ended. */
export function outcomeOf({ isApproved, answer }: DecidedItem): DecisionOutcome {
  if (!isApproved) return 'rejected';
  return answer === null ? 'approved' : 'answered';
}

/** Who or what decided. */
export function howOf({
  decidedByRule,
  decidedByLimits,
}: Pick<DecidedItem, 'decidedByRule' | 'decidedByLimits'>): (typeof decisionWays)[number] {
  if (decidedByRule !== null) return 'rule';
  return decidedByLimits === null ? 'hand' : 'limits';
}

/** Seconds from the question to the decision. While a rule or limits had approved it, nobody was asked. */
export function waitedSeconds({ createdAt, decidedAt, approvalEnded }: DecidedItem): number {
  const askedAt = approvalEnded?.at ?? createdAt;
  return Math.max(0, ((decidedAt ?? askedAt).toMillis() - askedAt.toMillis()) / 1000);
}
