import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { writeDecision, type Verdict } from '../state/write-decision.ts';
import { projects, taskItems, tasks } from '../store/firestore.ts';
import { limitsOn } from '../task-items/limits-card.ts';
import { budgetChange } from '../quotas/budgets.ts';
import { checkBudget } from '../quotas/check-budget.ts';

const MINUTE_MS = 60_000;

/**
 * Decides about a card of limits. Approved, they are the task's from this write on, in the place of those that it had, and the card is
 * carried out with it: such a decision is never held back, as nothing may pass that could still be undone. The status of the task is not
 * concerned. Throws `not_found`, `conflict`, `invalid` where the model has no price by now. Reads before it writes.
 */
export async function decideLimits(
  tx: Tx,
  task: TaskDocument,
  card: TaskItemDocument,
  verdict: Verdict,
): Promise<TaskItemDocument> {
  const change = verdict.isApproved ? await limitsOf(tx, task, card) : stopOf(task, verdict);
  tx.update(tasks().doc(task.id), { ...change, updatedAt: Timestamp.now() });
  tx.signal(task.userId, { kind: 'task', id: task.id });
  const decided = writeDecision(tx, task, card, verdict);
  const grant = verdict.isApproved ? 'executed' : 'told';
  tx.update(taskItems().doc(card.id), { grant });
  return { ...decided, grant };
}

async function limitsOf(tx: Tx, task: TaskDocument, card: TaskItemDocument) {
  const { patterns, steps, minutes, budget } = limitsOn(card);
  const project = await tx.read(projects().doc(task.projectId));
  if (!project) throw notFound('Task item');
  checkBudget({ budget: budget ?? undefined }, task, project);
  const until = Timestamp.fromMillis(Date.now() + minutes * MINUTE_MS);
  return {
    limits: { itemId: card.id, patterns, steps, stepsUsed: 0, until },
    ...(budget === null ? {} : budgetChange(task, budget)),
  };
}

/** Rejected with "and stop the task", an agent that works is stopped with it; one that waits is, by the rejection itself. */
const stopOf = ({ status, keptByHand }: TaskDocument, { stop }: Verdict) =>
  stop && status === 'running' && !keptByHand ? { stopRequestedAt: Timestamp.now() } : {};
