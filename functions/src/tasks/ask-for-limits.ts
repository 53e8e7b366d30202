import { type Limits, patternWords, type TaskItem } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import { transact, type Tx } from '../effects/transact.ts';
import { conflict, invalid, notFound } from '../lib/errors.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { whyNoRule } from '../risk/match-rule.ts';
import { closeOpenItems } from '../state/close-open-items.ts';
import { tasks } from '../store/firestore.ts';
import { undecidedItemsOf } from '../store/queries.ts';
import { isLimitsCard, limitsCard } from '../task-items/limits-card.ts';
import { toShortReply } from '../task-items/read-item.ts';
import { createItem, prepareItem, type PreparedItem } from '../task-items/write-item.ts';
import { checkBudget } from '../quotas/check-budget.ts';

/**
 * Puts limits for a task on a card, which their owner decides like any other; an open card is replaced. The task goes
 * on meanwhile. Throws `not_found`, `invalid` for what no limits may cover, `conflict` where no agent will work on the
 * task.
 */
export async function askForLimits({ userId }: UserCaller, taskId: string, limits: Limits): Promise<TaskItem> {
  checkPatterns(limits);
  const { task, project } = await readOwnTask(userId, taskId);
  checkBudget({ budget: limits.budget ?? undefined }, task, project);
  const card = prepareItem(task, limitsCard(limits));
  await transact((tx) => write(tx, taskId, card));
  return toShortReply(card.header);
}

async function write(tx: Tx, taskId: string, card: PreparedItem): Promise<void> {
  const task = await tx.read(tasks().doc(taskId));
  if (!task) throw notFound('Task');
  const hasEnded = task.status === 'completed' || task.status === 'failed';
  if (task.keptByHand || hasEnded) throw conflict('No agent works on this task: reopen it first');
  const former = (await tx.query(undecidedItemsOf(taskId))).filter(isLimitsCard);
  const { id, userId, hash } = card.header;
  createItem(tx, card);
  closeOpenItems(tx, task, former, 'Other limits were proposed', id);
  // Nobody is notified: the person who asks is the one who decides.
  tx.signal(userId, { kind: 'item', id, taskId });
  recordTaskEvent(tx, task, { actor: 'owner', action: 'limits_asked', subjectId: id, detail: { hash } });
}

function checkPatterns({ patterns }: Limits): void {
  const issues = patterns.flatMap((pattern, index) => {
    const why = whyNoRule(pattern);
    return why === null ? [] : [{ path: ['patterns', index], message: `${patternWords(pattern)}: ${why}` }];
  });
  if (issues.length > 0) throw invalid(issues);
}
