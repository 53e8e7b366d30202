import type { RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { closeOpenItems } from '../../state/close-open-items.ts';
import { noteProgress } from '../../containers/wake/wake-container.ts';
import { transactOnTask } from '../../effects/transact-on-task.ts';
import type { Tx } from '../../effects/transact.ts';
import type { TaskDocument } from '../../documents/task.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import { invalidField } from '../../lib/errors.ts';
import { taskItems, tasks } from '../../store/firestore.ts';
import { isPullRequestAddress } from '../../settings/pull-request-address.ts';
import { undecidedItemsOf, undeliveredMessages, undeliveredSince } from '../../store/queries.ts';
import { changeTaskStatus } from '../../state/change-task-status.ts';
import { idleRun } from '../../state/idle-run.ts';
import { readHeldApprovals } from '../../state/read-open-questions.ts';
import { tellOfWork } from '../../state/tell-of-work.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { fenceTask } from '../../state/fence.ts';
import { readWait, recordWait } from '../../task-items/tell-wait.ts';
import { prepareSteps, writeSteps } from '../steps/prepare-steps.ts';

interface Finish {
  epoch: number;
  status: 'completed' | 'failed';
  item: RecordItem;
  branch?: string | null | undefined;
  commit?: string | null | undefined;
  pullRequestUrl?: string | null | undefined;
  gone?: readonly { commit: string; text: string }[] | undefined;
}

/**
 * Ends a task with the completion item that says how; its open questions are closed, as nobody waits for the answers. A
 * completed task whose owner has written meanwhile goes on. Repeating the call changes nothing. Throws `stale_epoch`,
 * `not_found`, `invalid`.
 */
export async function finishTask(caller: AgentCaller, taskId: string, finish: Finish): Promise<void> {
  if (finish.item.type !== 'completion') throw invalidField('item.type', 'A task ends with a completion item');
  if (finish.item.needsApproval === true)
    throw invalidField('item.needsApproval', 'A task that has ended asks nothing');
  if (finish.pullRequestUrl && !isPullRequestAddress(finish.pullRequestUrl)) {
    throw invalidField('pullRequestUrl', 'A pull request is at the host of the linked repositories');
  }
  await transactOnTask(taskId, async (tx) => {
    const item = await tx.read(taskItems().doc(finish.item.id));
    if (await wasFinished(tx, item, taskId, finish)) return;
    await write(tx, caller, taskId, finish);
  });
}

/** True when the task has already ended with this very item: the first reply was lost. */
async function wasFinished(
  tx: Tx,
  item: TaskItemDocument | undefined,
  taskId: string,
  { epoch, status }: Finish,
): Promise<boolean> {
  if (item?.taskId !== taskId) return false;
  const task = await tx.read(tasks().doc(taskId));
  if (task?.epoch !== epoch) return false;
  return task.status === status || (task.status === 'pending' && status === 'completed');
}

async function write(
  tx: Tx,
  caller: AgentCaller,
  taskId: string,
  { epoch, status, item, branch, commit, pullRequestUrl, gone = [] }: Finish,
): Promise<void> {
  const { task, container } = await fenceTask(tx, caller, taskId, epoch);
  // A card of limits may be open while the agent works.
  const open = [...(await tx.query(undecidedItemsOf(taskId))), ...(await readHeldApprovals(tx, task))];
  const goesOn = status === 'completed' && (await hasMore(tx, task));
  const wait = await readWait(tx, task);
  writeSteps(tx, await prepareSteps(tx, task, { epoch, items: [item], pathOf: () => ['item'] }));
  recordWait(tx, task, container, wait);
  noteProgress(tx, container);
  closeOpenItems(tx, task, open, 'The agent no longer asks this');
  // A runner that was stopped leaves a decision that it did not redeem: the task goes on only to end.
  const isDecided = task.status === 'approved' || task.status === 'rejected';
  const running = isDecided ? changeTaskStatus(tx, task, { to: 'running', by: 'agent', on: 'continue' }) : task;
  // What is known of the last commit's pull request says nothing of another commit's.
  const isOther = commit && task.commit !== null && commit !== task.commit;
  // Nor does what is known of a commit that is no longer published.
  const isGone = gone.some((one) => one.commit === task.commit);
  const ended = changeTaskStatus(
    tx,
    running,
    { to: status, by: 'agent', on: 'finish' },
    {
      ...idleRun,
      branch: branch ?? (isGone ? null : task.branch),
      commit: commit ?? (isGone ? null : task.commit),
      pullRequestUrl: pullRequestUrl ?? (isOther || isGone ? null : task.pullRequestUrl),
      gone: gone.map((one) => ({ ...one, epoch })),
    },
  );
  tx.signal(caller.userId, { kind: 'item', id: item.id, taskId });
  if (goesOn) return goOn(tx, ended);
  tx.enqueue(caller.userId, 'notify', taskId, { object: status === 'failed' ? 'task_failed' : 'task_finished' });
}

/**
 * True where the owner has written a message that the agent has not received: its runner had already looked for the
 * last time. Messages from before a Stop do not count. A failed task waits for its owner to see why.
 */
async function hasMore(tx: Tx, { id, stopRequestedAt }: TaskDocument): Promise<boolean> {
  const untold = stopRequestedAt === null ? undeliveredMessages(id) : undeliveredSince(id, stopRequestedAt);
  return (await tx.query(untold.limit(1))).length > 0;
}

/** As if the message had come a moment later, to a task that has ended; its running container takes it up again. */
function goOn(tx: Tx, ended: TaskDocument): void {
  const reopened = { at: Timestamp.now(), epoch: ended.epoch };
  changeTaskStatus(tx, ended, { to: 'pending', by: 'owner', on: 'reopen' }, { ...idleRun, reopened });
  tellOfWork(tx, ended.projectId);
}
