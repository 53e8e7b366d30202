import { amountWords } from '@countersign/contract';
import type { BudgetLeft, OpenItem } from '@countersign/contract/agent';
import type { Request } from '../../consent/consent.ts';
import { hasEndedSince } from '../../consent/standing.ts';
import { TaskFailed } from '../../lib/failures.ts';
import { stepId } from '../../lib/step-id.ts';
import type { TaskRun } from '../task-run.ts';

const rejectedWords =
  'The budget of this task is used up, and using more was rejected. Reopen it with a larger budget; with the same one it asks again.';
const unpricedWords =
  'This task has a budget in dollars, and its model has no price here: the budget could not be kept. Give the task a budget in tokens, or the model a price (MODEL_PRICES), and reopen it.';

type Asking = Pick<TaskRun, 'meter' | 'consents' | 'reports' | 'task' | 'signal' | 'log'>;

/**
 * Once a task's budget is used up, asks the person for the same amount again before its agent is prompted. An approval
 * counts from the moment it is redeemed: the server then adds it, once. Throws TaskFailed after a rejection, and for a
 * budget that cannot be enforced.
 */
export async function askForBudget({ meter, consents, reports, task, signal, log }: Asking): Promise<void> {
  if (meter.isUnpriced) throw new TaskFailed(unpricedWords);
  while (meter.isUsedUp && meter.budget !== null) {
    const { amount, unit } = meter.budget;
    const id = stepId(task.id, 'budget', String(task.epoch), String(meter.raises));
    const item = question(id, { amount, unit });
    log(`asks: ${item.title}`);
    const consent = await consents.obtain({ item, fingerprint: `budget ${amount} ${unit}`, signal });
    if (consent.byStop === true) continue;
    if (!consent.isApproved) {
      reports.reportOutcome(consent.itemId, { outcome: 'told' });
      throw new TaskFailed(rejectedWords);
    }
    meter.raise(amount);
    reports.reportOutcome(consent.itemId, { outcome: 'executed' });
  }
}

/** Deals with such a question of an earlier run: one that still stands is asked again, and answered by itself. */
export async function concludeBudget(
  item: OpenItem,
  run: Pick<TaskRun, 'consents' | 'reports' | 'task'>,
): Promise<void> {
  if (item.isApproved === true && item.grant === 'released') {
    run.reports.reportOutcome(item.id, { outcome: 'executed' });
  }
  if (item.isApproved !== false || item.hash === null) return;
  const { id: itemId, hash, grant } = item;
  if (grant === 'unused' && (await run.consents.redeem({ itemId, hash })) === 'undone') return;
  run.reports.reportOutcome(item.id, { outcome: 'told' });
  if (!hasEndedSince(item, { isReopened: run.task.reopened === true })) throw new TaskFailed(rejectedWords);
}

/** The same bytes however much was used: they find a question that outlives its runner. */
function question(id: string, { amount, unit }: Pick<BudgetLeft, 'amount' | 'unit'>): Request['item'] {
  const more = amountWords(amount, unit);
  return {
    id,
    type: 'approval_request',
    title: `Go on with another ${more}?`,
    content: `The budget of this task is used up, and its agent has stopped. Approve lets it use ${more} more, once. Reject ends the task; it can be reopened.`,
    toolName: 'budget',
    toolKind: 'budget',
    toolParameters: { amount, unit },
    enforcement: 'enforced',
  };
}
