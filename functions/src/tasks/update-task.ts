import type { Task, TaskStatus } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { commit, transact, type Tx } from '../data.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { notFound } from '../errors.ts';
import { containers, tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { changeTaskStatus, type TaskChange } from './change-task-status.ts';
import { checkReferences } from './check-references.ts';
import { readOwnTask } from './read-own-task.ts';
import { askToStartAnew, openStartRequest } from './start-request.ts';
import { toTaskReply } from './task-reply.ts';

export interface TaskEdit {
  title?: string | undefined;
  description?: string | null | undefined;
  priority?: number | undefined;
  parentId?: string | null | undefined;
  /** `pending` reopens an ended task; everything else is reached by work and answered with `illegal_move`. */
  status?: TaskStatus | undefined;
}

/** Changes a task or reopens it. Throws `not_found`, `invalid`, `illegal_move`. */
export async function updateTask({ userId }: UserCaller, id: string, edit: TaskEdit): Promise<Task> {
  const { project } = await readOwnTask(userId, id);
  const { changes, task } = await transact(async (tx) => {
    const current = await tx.read(tasks().doc(id));
    if (!current) throw notFound('Task');
    await checkReferences(tx, project, edit, id);
    const [afresh, question] = await Promise.all([
      edit.status ? forgetRun(tx, current) : {},
      openStartRequest(tx, current),
    ]);
    const changes = write(tx, current, edit, afresh);
    if (question) changes.push(...askToStartAnew(tx, edited(current, edit), question));
    return { changes, task: current };
  });
  await Promise.all([touchAll(userId, id, changes), edit.status ? wake(project) : undefined]);
  const { task: after } = await readOwnTask(userId, task.id);
  return toTaskReply(after, project);
}

function write(tx: Tx, task: TaskDocument, { status, ...fields }: TaskEdit, afresh: TaskChange): Change[] {
  if (status) return changeTaskStatus(tx, task, { to: status, by: 'owner', on: 'reopen' }, { ...fields, ...afresh });
  tx.update(tasks().doc(task.id), { ...fields, updatedAt: Timestamp.now() });
  return [{ kind: 'task', id: task.id }];
}

/** The task with the words that it has after the edit. */
function edited(task: TaskDocument, { title = task.title, description = task.description }: TaskEdit): TaskDocument {
  return { ...task, title, description };
}

/**
 * What an earlier run left behind and the next one must not find. The checkpoint stays: the work goes on from it. A
 * container that is deleted holds its task no longer.
 */
async function forgetRun(tx: Tx, { containerId }: TaskDocument): Promise<TaskChange> {
  const container = containerId ? await tx.read(containers().doc(containerId)) : undefined;
  return {
    containerId: container && container.desired !== 'deleted' ? containerId : null,
    keptByHand: false,
    leaseUntil: null,
    leaseContainerId: null,
    parkedContainerId: null,
    undecidedCount: 0,
    rejectedSincePark: 0,
    stopRequestedAt: null,
  };
}

async function wake(project: ProjectDocument): Promise<void> {
  if (!project.autoCreateContainers) return;
  await drain(await commit((writer) => enqueue(writer, project.userId, 'wake_project', project.id)));
}
