import { budgetParameters, commandParameters, type CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../../audit/record-task-event.ts';
import { noteProgress } from '../../containers/wake/wake-container.ts';
import { transactOnTask } from '../../effects/transact-on-task.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { conflict, DomainError, notFound } from '../../lib/errors.ts';
import { projects, taskItems, tasks } from '../../store/firestore.ts';
import { setupHash } from '../setup-hash.ts';
import { shortBodies } from '../../task-items/bodies.ts';
import { askAfterAll, readWhyEnded } from '../../state/approval-ended.ts';
import { continueTask } from '../../state/continue-task.ts';
import { isHeld, isTaskHeld, lastStopOrReopening } from '../../state/held-decision.ts';
import { readWait, recordWait } from '../../task-items/tell-wait.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { toDecision } from './decision.ts';
import { fenceTask } from '../../state/fence.ts';

type Reply = CallOutput<typeof agentRoutes.release>;

/**
 * Redeems a grant, once: the same nonce gets the same reply, another one is refused. When no other question of the task
 * is undecided or held, the task runs again with a new lease. An approval from before the last Stop or reopening is
 * refused, whatever its runner has heard of it, and also where that repeats its call. One by a rule or limits that no
 * longer hold is taken back: the owner is asked. Throws `stale_epoch`, `not_found`, `conflict`, `content_changed`; the
 * `conflict` says if there is no decision, or it was undone since the runner received it, and if the grant was redeemed
 * before it lapsed.
 */
export async function releaseGrant(
  caller: AgentCaller,
  { taskId, itemId }: { taskId: string; itemId: string },
  { epoch, hash, nonce }: { epoch: number; hash: string; nonce: string },
): Promise<Reply> {
  const item = await transactOnTask(taskId, async (tx) => {
    const [{ task, container }, asked] = await Promise.all([
      fenceTask(tx, caller, taskId, epoch),
      tx.read(taskItems().doc(itemId)),
    ]);
    const item = checkDecided(asked, taskId, hash);
    if (item.grant !== 'unused' && item.grantNonce !== nonce) throw conflict('This decision has already been redeemed');
    if (hasLapsed(item, task)) throw lapsed(item);
    const granted = item.grant === 'unused' ? grantedBy(item, task) : null;
    const ended = item.grant === 'unused' ? await readWhyEnded(tx, task, item) : null;
    // While another decision is held, the task waits on.
    const wait = isTaskHeld(task) ? null : await readWait(tx, task);
    if (ended !== null) {
      askAfterAll(tx, task, item, ended, caller.containerId);
      recordWait(tx, task, container, wait);
      return null;
    }
    continueTask(tx, task, caller.containerId);
    recordWait(tx, task, container, wait);
    if (granted !== null) tx.update(tasks().doc(taskId), { granted });
    const setupApproved = setupApprovedBy(item);
    if (setupApproved !== null) tx.update(projects().doc(task.projectId), { setupApproved });
    noteProgress(tx, container);
    if (item.grant === 'unused') {
      const change = { grant: 'released', grantNonce: nonce, grantEpoch: epoch, updatedAt: Timestamp.now() } as const;
      tx.update(taskItems().doc(itemId), change);
      recordTaskEvent(tx, task, {
        actor: 'agent',
        action: 'grant_released',
        subjectId: itemId,
        detail: { epoch, hash, isApproved: item.isApproved },
      });
      tx.signal(task.userId, { kind: 'item', id: itemId, taskId });
    }
    return item;
  });
  // Thrown only now: the owner is asked with what the transaction has written.
  if (item === null) throw undecided();
  return toDecision(item);
}

const undecided = () => new DomainError('conflict', 'This has not been decided yet', { isUndecided: true });

function checkDecided(item: TaskItemDocument | undefined, taskId: string, hash: string): TaskItemDocument {
  if (item?.taskId !== taskId || !item.needsApproval) throw notFound('Task item');
  if (item.isApproved === null || isHeld(item)) {
    throw undecided();
  }
  if (item.hash !== hash) throw new DomainError('content_changed', 'This is not what was decided');
  return item;
}

/**
 * True for an approval from before the last Stop or reopening of its task. An answer allows nothing, and stays; so does
 * a rejection. A runner that repeats its call has acted on nothing yet: the reply was lost. What a budget's approval
 * allows was added as it was redeemed.
 */
function hasLapsed(item: TaskItemDocument, task: TaskDocument): boolean {
  const { isApproved, answer, decidedAt, grant } = item;
  const isOpen = grant === 'unused' || (grant === 'released' && !isBudget(item));
  const over = lastStopOrReopening(task);
  return isOpen && isApproved === true && answer === null && decidedAt !== null && over !== null && decidedAt <= over;
}

function lapsed({ grant }: TaskItemDocument): DomainError {
  const details = grant === 'released' ? { wasRedeemed: true } : {};
  return new DomainError('conflict', 'The task was stopped or reopened since', details);
}

const isBudget = ({ type, toolKind }: TaskItemDocument) => type === 'approval_request' && toolKind === 'budget';

/** The task's new total beyond its budget, if the decision adds to it: a grant is redeemed once, so this adds once. */
function grantedBy(item: TaskItemDocument, { granted, budget, budgetSince }: TaskDocument): number | null {
  if (!isBudget(item) || !item.isApproved) return null;
  const asked = budgetParameters.safeParse(shortBodies(item).bodies.toolParameters);
  if (!asked.success) throw conflict('This does not say how much it asks for');
  // A budget that its owner has set since then stands as it is.
  const isOlder = budgetSince !== null && (item.decidedAt ?? item.createdAt) < budgetSince;
  return asked.data.unit === budget?.unit && !isOlder ? granted + asked.data.amount : null;
}

/** The hash of the setup command that the decision allows from now on, in each task of the project. */
function setupApprovedBy(item: TaskItemDocument): string | null {
  const { type, toolName, toolKind, isApproved } = item;
  if (type !== 'approval_request' || toolName !== 'setup' || toolKind !== 'execute' || !isApproved) return null;
  const asked = commandParameters.safeParse(shortBodies(item).bodies.toolParameters);
  return asked.success && typeof asked.data.command === 'string' ? setupHash(asked.data.command) : null;
}
