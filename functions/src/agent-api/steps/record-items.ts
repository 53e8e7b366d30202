import { OPEN_QUESTIONS_MAX, QUESTIONS_MAX, type CallOutput } from '@countersign/contract';
import type { agentRoutes, RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { transactOnTask } from '../../effects/transact-on-task.ts';
import type { Tx } from '../../effects/transact.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { quotaExceeded } from '../../lib/errors.ts';
import { tasks } from '../../store/firestore.ts';
import { changeTaskStatus } from '../../state/change-task-status.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { continueTask } from '../../state/continue-task.ts';
import { parkTask } from '../../state/park-task.ts';
import { fenceTask } from '../../state/fence.ts';
import { readWait, recordWait } from '../../task-items/tell-wait.ts';
import { prepareSteps, writeSteps, type Step } from './prepare-steps.ts';
import { approveByRule, findRuled } from '../../state/approve-by-rule.ts';
import { passWithinLimits } from '../../state/pass-within-limits.ts';
import { tellOfRequest } from '../../state/tell-of-request.ts';
import { closeReplaced, findReplaced, withoutHeld } from './replace-questions.ts';

type Reply = CallOutput<typeof agentRoutes.putItems>;

/**
 * Records steps; sending one again changes nothing or completes it. A step that a rule approves, or the task's limits
 * let pass, is stored as approved and waits for nobody. The first undecided one parks the task: its lease ends, and
 * nothing is lost when the container goes. Throws `stale_epoch`, `not_found`, `conflict`, `already_decided`, `invalid`,
 * `too_large`, and `quota_exceeded` where a task asks more than it may.
 */
export async function recordItems(
  caller: AgentCaller,
  taskId: string,
  { epoch, items }: { epoch: number; items: RecordItem[] },
): Promise<Reply> {
  const prepared = await transactOnTask(taskId, async (tx) => {
    const { task, container } = await fenceTask(tx, caller, taskId, epoch);
    const wait = await readWait(tx, task);
    const steps = await prepareSteps(tx, task, { epoch, items, pathOf: (index) => ['items', index] });
    const replaced = await findReplaced(tx, steps);
    const left = await withoutHeld(tx, task, replaced);
    const isNew = ({ item, before }: Step) => isUndecided(item.header) && !before?.needsApproval;
    // After Stop, the owner wants nothing to pass without being asked.
    const rulable = task.stopRequestedAt === null ? steps.filter(isNew).map(({ item }) => item.header) : [];
    const ruled = await findRuled(tx, rulable);
    // The runner's own questions do not count: finished work can still be published, and a budget asked for.
    const askedCount = task.askedCount + steps.filter((step) => isNew(step) && !isRunnersOwn(step)).length;
    if (askedCount > QUESTIONS_MAX) throw quotaExceeded(ASKED_ALL);
    approveByRule(tx, task, ruled);
    // A step that a rule approves uses up no limits.
    passWithinLimits(tx, task, rulable.filter(isUndecided));
    writeSteps(tx, steps);
    closeReplaced(tx, task, replaced);
    // Those that passed are marked as approved by now, and no longer among the new questions.
    const asked = steps.filter(isNew);
    for (const { item } of steps) tx.signal(task.userId, { kind: 'item', id: item.header.id, taskId, streamed: true });
    for (const { item } of asked) tellOfRequest(tx, item.header);
    if (askedCount > task.askedCount) tx.update(tasks().doc(taskId), { askedCount });
    if (left !== null) tx.update(tasks().doc(taskId), left);
    const closed = replaced.filter(({ item }) => item.isApproved === null).length;
    if (asked.length > 0 || replaced.length > 0) recordWait(tx, task, container, wait);
    const more = asked.length - closed;
    if (more > 0 && task.undecidedCount + more > OPEN_QUESTIONS_MAX) throw quotaExceeded(ASKS_TOO_MUCH);
    if (asked.length > 0) parkTask(tx, { ...task, ...left }, caller.containerId, more);
    else if (replaced.length > 0) goOnWithout(tx, { ...task, ...left }, caller.containerId, closed);
    return steps.map(({ item }) => item);
  });
  return { items: prepared.map(({ header }) => ({ id: header.id, hash: header.hash })) };
}

const ASKED_ALL = `This task has asked ${QUESTIONS_MAX} times, the most a task may. Continue in a new task.`;
const ASKS_TOO_MUCH = `This task has ${OPEN_QUESTIONS_MAX} open questions, the most a task may have at a time.`;

/** Asked by the runner itself: to publish, to use more than the budget, to run the setup command. */
const isRunnersOwn = ({ item }: Step) => item.header.type === 'approval_request';
const isUndecided = ({ needsApproval, isApproved }: TaskItemDocument) => needsApproval && isApproved === null;

/** Questions were withdrawn and none asked in their place; without any open question the task has nothing to wait for. */
function goOnWithout(tx: Tx, task: TaskDocument, containerId: string, closed: number): void {
  const undecidedCount = Math.max(0, task.undecidedCount - closed);
  if (task.status === 'running' || undecidedCount > 0) {
    tx.update(tasks().doc(task.id), { undecidedCount, updatedAt: Timestamp.now() });
    return;
  }
  const isParked = task.status === 'awaiting_approval';
  const decided = isParked
    ? changeTaskStatus(tx, task, { to: 'rejected', by: 'agent', on: 'withdraw' }, { undecidedCount })
    : task;
  continueTask(tx, decided, containerId);
}
