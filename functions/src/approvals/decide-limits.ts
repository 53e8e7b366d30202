import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { stopAgent } from '../state/stop-agent.ts';
import { writeDecision, type Verdict } from '../state/write-decision.ts';
import { projects, taskItems, tasks } from '../store/firestore.ts';
import { limitsOn } from '../task-items/limits-card.ts';
import { budgetChange } from '../quotas/budgets.ts';
import { checkBudget } from '../quotas/check-budget.ts';

const MINUTE_MS = 60_000;

/**
 * Decides a card of limits. Approved, they replace the task's limits with this very write, and the card counts as
 * executed: such a decision is never held back, as nothing may pass that could still be undone. The task's status does
 * not change, unless a rejection stops it. Throws `not_found`, `conflict`, `invalid` where the model no longer has a
 * price. Reads before it writes.
 */
export async function decideLimits(
  tx: Tx,
  task: TaskDocument,
  card: TaskItemDocument,
  verdict: Verdict,
): Promise<TaskItemDocument> {
  const change = verdict.isApproved ? await limitsOf(tx, task, card) : {};
  // An agent that waits for other decisions is stopped by the rejection itself, before this.
  if (!verdict.isApproved && verdict.stop) await stopAgent(tx, task, verdict.device ?? null, card.id);
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
