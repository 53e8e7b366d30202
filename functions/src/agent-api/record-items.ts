import type { CallOutput } from '@countersign/contract';
import type { agentRoutes, RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx } from '../data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import { invalidField } from '../errors.ts';
import { taskItems, tasks } from '../firestore.ts';
import { touch, type Change } from '../signals/touch.ts';
import { touchTaskStream } from '../signals/touch-stream.ts';
import { createItem, replaceItem, type PreparedItem } from '../task-items/write-item.ts';
import { changeTaskStatus } from '../tasks/change-task-status.ts';
import type { AgentCaller } from './container-token.ts';
import { fenceTask } from './fence.ts';
import { mergeItem, newItem } from './merge-item.ts';

type Reply = CallOutput<typeof agentRoutes.putItems>;

/**
 * Records steps; sending one again changes nothing or completes it. The first undecided one parks the task: its lease
 * ends, and nothing is lost when the container goes (design §5). Throws `stale_epoch`, `not_found`, `conflict`, `invalid`.
 */
export async function recordItems(
  caller: AgentCaller,
  taskId: string,
  { epoch, items }: { epoch: number; items: RecordItem[] },
): Promise<Reply> {
  const { userId, prepared, changes } = await transact(async (tx) => {
    const { task } = await fenceTask(tx, caller, taskId, epoch);
    const steps = await prepareSteps(tx, task, items, epoch);
    for (const { item, before } of steps) {
      if (before) replaceItem(tx, item, before);
      else createItem(tx, item);
    }
    const asked = steps.filter(({ item, before }) => isUndecided(item.header) && !before?.needsApproval);
    return {
      userId: task.userId,
      prepared: steps.map(({ item }) => item),
      changes:
        asked.length > 0
          ? park(
              tx,
              task,
              caller.containerId,
              asked.map(({ item }) => item.header.id),
            )
          : [],
    };
  });
  const streamed = prepared.map(({ header }): Change => ({ kind: 'item', id: header.id, taskId }));
  await Promise.all([touchTaskStream(userId, taskId, [...streamed, ...changes]), touch(userId, changes)]);
  return { items: prepared.map(({ header }) => ({ id: header.id, hash: header.hash })) };
}

interface Step {
  item: PreparedItem;
  before: TaskItemDocument | undefined;
}

async function prepareSteps(tx: Tx, task: TaskDocument, items: RecordItem[], epoch: number): Promise<Step[]> {
  const last = [...new Map(items.map((item) => [item.id, item])).values()];
  const found = await Promise.all(last.map(({ id }) => tx.read(taskItems().doc(id))));
  await checkParents(tx, task, last);
  const now = Timestamp.now();
  return Promise.all(
    last.map(async (sent, index) => {
      const before = found[index];
      const item = before
        ? await mergeItem(task, before, sent, epoch)
        : newItem(task, sent, epoch, microsecondsLater(now, index));
      return { item, before };
    }),
  );
}

/** A reply's parent is an item of the same task, recorded before or with it. */
async function checkParents(tx: Tx, task: TaskDocument, items: RecordItem[]): Promise<void> {
  const sent = new Set(items.map(({ id }) => id));
  const parents = new Set(items.flatMap(({ parentId }) => (parentId && !sent.has(parentId) ? [parentId] : [])));
  const found = await Promise.all([...parents].map((id) => tx.read(taskItems().doc(id))));
  if (found.some((parent) => parent?.taskId !== task.id)) {
    throw invalidField('parentId', 'The parent is not an item of this task');
  }
}

/** Items that came together keep their order: lists are sorted by creation, which Firestore stores in microseconds. */
function microsecondsLater(time: Timestamp, count: number): Timestamp {
  const nanoseconds = time.nanoseconds + count * 1_000;
  return new Timestamp(time.seconds + Math.floor(nanoseconds / 1e9), nanoseconds % 1e9);
}

const isUndecided = ({ needsApproval, isApproved }: TaskItemDocument) => needsApproval && isApproved === null;

/** The task waits for decisions from here on. One that was decided and not yet gone on with asks once more. */
function park(tx: Tx, task: TaskDocument, containerId: string, itemIds: string[]): Change[] {
  const asked = itemIds.map((id): Change => ({ kind: 'item', id, taskId: task.id }));
  const undecidedCount = task.undecidedCount + itemIds.length;
  if (task.status === 'awaiting_approval') {
    tx.update(tasks().doc(task.id), { undecidedCount, updatedAt: Timestamp.now() });
    return asked;
  }
  const isDecided = task.status === 'approved' || task.status === 'rejected';
  if (isDecided) changeTaskStatus(tx, task, { to: 'running', by: 'agent', on: 'continue' });
  const changes = changeTaskStatus(
    tx,
    { ...task, status: 'running' },
    { to: 'awaiting_approval', by: 'agent', on: 'ask' },
    {
      undecidedCount,
      rejectedSincePark: 0,
      parkedContainerId: containerId,
      leaseUntil: null,
      leaseContainerId: null,
    },
  );
  return [...asked, ...changes];
}
