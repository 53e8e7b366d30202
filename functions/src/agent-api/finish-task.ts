import type { RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { closeOpenItems } from '../approvals/close-open-items.ts';
import { noteProgress } from '../containers/wake-container.ts';
import { transact, type Tx } from '../data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { invalidField } from '../errors.ts';
import { taskItems, tasks } from '../firestore.ts';
import { undecidedItemsOf } from '../queries.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { createItem, replaceItem } from '../task-items/write-item.ts';
import { changeTaskStatus } from '../tasks/change-task-status.ts';
import { noRun } from '../tasks/no-run.ts';
import type { AgentCaller } from './container-token.ts';
import { fenceTask } from './fence.ts';
import { mergeItem, newItem } from './merge-item.ts';

interface Finish {
  epoch: number;
  status: 'completed' | 'failed';
  item: RecordItem;
  branch?: string | null | undefined;
  commit?: string | null | undefined;
  pullRequestUrl?: string | null | undefined;
}

/**
 * Ends a task, with the completion item that says how; what its agent still asks is closed, as nobody waits for the answer.
 * Sent again it changes nothing. Throws `stale_epoch`, `not_found`, `invalid`.
 */
export async function finishTask(caller: AgentCaller, taskId: string, finish: Finish): Promise<void> {
  if (finish.item.type !== 'completion') throw invalidField('item.type', 'A task ends with a completion item');
  const changes = await transact(async (tx) => {
    const item = await tx.read(taskItems().doc(finish.item.id));
    if (await wasFinished(tx, item, taskId, finish)) return [];
    return write(tx, caller, taskId, finish, item);
  });
  await touchAll(caller.userId, taskId, changes);
}

/** The first answer was lost: the task has ended with this very item. */
async function wasFinished(
  tx: Tx,
  item: TaskItemDocument | undefined,
  taskId: string,
  { epoch, status }: Finish,
): Promise<boolean> {
  if (item?.taskId !== taskId) return false;
  const task = await tx.read(tasks().doc(taskId));
  return task?.status === status && task.epoch === epoch;
}

async function write(
  tx: Tx,
  caller: AgentCaller,
  taskId: string,
  { epoch, status, item, branch, commit, pullRequestUrl }: Finish,
  before: TaskItemDocument | undefined,
): Promise<Change[]> {
  const { task, container } = await fenceTask(tx, caller, taskId, epoch);
  const open = task.status === 'awaiting_approval' ? await tx.query(undecidedItemsOf(taskId)) : [];
  if (before) replaceItem(tx, await mergeItem(task, before, item, epoch), before);
  else createItem(tx, newItem(task, item, epoch, Timestamp.now()));
  noteProgress(tx, container);
  const closed = closeOpenItems(tx, open, 'The agent no longer asks this');
  // A runner that was stopped ends with a decision that it did not take out: it goes on with the task, only to end it.
  const isDecided = task.status === 'approved' || task.status === 'rejected';
  if (isDecided) changeTaskStatus(tx, task, { to: 'running', by: 'agent', on: 'continue' });
  const changes = changeTaskStatus(
    tx,
    isDecided ? { ...task, status: 'running' } : task,
    { to: status, by: 'agent', on: 'finish' },
    {
      ...noRun,
      branch: branch ?? task.branch,
      commit: commit ?? task.commit,
      pullRequestUrl: pullRequestUrl ?? task.pullRequestUrl,
    },
  );
  return [...changes, ...closed, { kind: 'item', id: item.id, taskId }];
}
