import type { Budget, Task, TaskStatus } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { checkNotDeleted } from '../audit/check-not-deleted.ts';
import { eraseItem } from '../erasing/erase.ts';
import type { Writer } from '../effects/transact.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { projects, tasks } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { conflict } from '../lib/errors.ts';
import { newId } from '../lib/id.ts';
import { idUnderKey } from '../lib/id-under-key.ts';
import { count, read } from '../store/data.ts';
import { checkModel } from '../quotas/check-model.ts';
import { createWithinQuota, isCloseToQuota } from '../quotas/quota.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { userTasks } from '../store/queries.ts';
import { createItem, prepareItem, type PreparedItem } from '../task-items/write-item.ts';
import { checkBudget } from '../quotas/check-budget.ts';
import { checkReferences } from './check-references.ts';
import { idleRun } from '../state/idle-run.ts';
import { tellOfRequest } from '../state/tell-of-request.ts';
import { startRequest } from '../task-items/start-request.ts';
import { toTaskReply } from '../replies/task-reply.ts';
import { totalTasks } from './total-tasks.ts';

export interface TaskFields {
  title: string;
  description?: string | null | undefined;
  status: TaskStatus;
  priority: number;
  parentId?: string | null | undefined;
  containerId?: string | null | undefined;
  budget?: Budget | null | undefined;
  model?: string | null | undefined;
}

/**
 * Creates a task. One that awaits approval asks "Start this task?"; one that is running or completed is kept by hand:
 * no agent touches it. The same request under the same key gets the same task; one with other words, or for one that was
 * deleted since, gets `conflict`. Throws `not_found`, `invalid`, `quota_exceeded`.
 */
export async function createTask(
  { userId }: UserCaller,
  projectId: string,
  fields: TaskFields,
  key: string | null = null,
): Promise<Task> {
  const counted = countTasks(userId);
  counted.catch(() => undefined); // what refuses the request first is what its caller learns
  const project = await readOwnProject(userId, projectId);
  const id = key === null ? newId() : idUnderKey('t', projectId, key);
  // Also where it was the last one that the quota allowed.
  const earlier = key === null ? undefined : await read(tasks().doc(id));
  if (earlier) return sameReply(earlier, project, fields);
  checkModel(fields.model);
  checkBudget(fields, { budget: null, model: null }, project);
  const task = newTask(project, id, fields);
  const question = task.status === 'awaiting_approval' ? prepareItem(task, startRequest(task)) : null;
  const existing = await write(project, task, question, { mayExist: key !== null, counted });
  return existing ? sameReply(existing, project, fields) : toTaskReply(task, project);
}

/** Exact where it matters. Counting thousands of tasks takes the database longer than all else that creates one. */
async function countTasks(userId: string): Promise<number> {
  const total = await totalTasks(userId);
  return isCloseToQuota('tasks', total) ? count(userTasks(userId)) : total;
}

/** One that was changed since is taken for the one that was asked for: its words may have been others. */
function sameReply(task: TaskDocument, project: ProjectDocument, { title, description = null }: TaskFields): Task {
  const isUnchanged = task.updatedAt.isEqual(task.createdAt);
  if (isUnchanged && (task.title !== title || task.description !== description))
    throw conflict('There is a task with other words under this key. Ask for this one under a key of its own.');
  return toTaskReply(task, project);
}

function newTask(project: ProjectDocument, id: string, fields: TaskFields): TaskDocument {
  const now = Timestamp.now();
  const { status } = fields;
  return {
    id,
    userId: project.userId,
    projectId: project.id,
    parentId: fields.parentId ?? null,
    title: fields.title,
    description: fields.description ?? null,
    status,
    priority: fields.priority,
    containerId: fields.containerId ?? null,
    keptByHand: status === 'running' || status === 'completed',
    epoch: 0,
    ...idleRun,
    stoppedAt: null,
    reopened: null,
    undecidedCount: status === 'awaiting_approval' ? 1 : 0,
    askedCount: 0,
    checkpoint: null,
    branch: null,
    commit: null,
    pullRequestUrl: null,
    gone: [],
    notice: null,
    usage: [],
    counted: null,
    budget: fields.budget ?? null,
    granted: 0,
    budgetSince: null,
    limits: null,
    model: fields.model ?? null,
    auditHead: null,
    workedMs: 0,
    waitedMs: 0,
    statusSince: now,
    createdAt: now,
    updatedAt: now,
    completedAt: status === 'completed' ? now : null,
  };
}

/** Returns the task that a request with the same key has created meanwhile; nothing is written then. */
async function write(
  project: ProjectDocument,
  task: TaskDocument,
  question: PreparedItem | null,
  { mayExist, counted }: { mayExist: boolean; counted: Promise<number> },
): Promise<TaskDocument | undefined> {
  let existing: TaskDocument | undefined;
  const { id, userId, projectId } = task;
  const countOnProject = (writer: Writer, by: 1 | -1) =>
    writer.update(projects().doc(projectId), {
      taskCount: FieldValue.increment(by),
      ...(question ? { pendingApprovalCount: FieldValue.increment(by) } : {}),
    });
  const refers = task.parentId !== null || task.containerId !== null;
  await createWithinQuota('tasks', userTasks(userId), {
    counted,
    check:
      refers || mayExist
        ? async (tx) => {
            existing = mayExist ? await tx.read(tasks().doc(id)) : undefined;
            if (existing) return;
            if (mayExist) await checkNotDeleted(tx, 'task', id);
            if (refers) await checkReferences(tx, project, task);
          }
        : undefined,
    create(writer) {
      if (existing) return;
      writer.create(tasks().doc(id), task);
      if (question) createItem(writer, question);
      countOnProject(writer, 1);
      writer.signal(userId, { kind: 'task', id }, { kind: 'project', id: projectId });
      if (question) tellOfRequest(writer, question.header);
      promiseContainer(writer, project, task);
    },
    undo(writer) {
      if (existing) return;
      writer.delete(tasks().doc(id));
      if (question) eraseItem(writer, question.header);
      countOnProject(writer, -1);
    },
  });
  return existing;
}

/** A claimable task needs its own container, or any one if the project creates them automatically. */
function promiseContainer(writer: Writer, project: ProjectDocument, task: TaskDocument): void {
  const { userId, containerId, status } = task;
  if (status !== 'pending' && status !== 'approved') return;
  if (containerId) writer.enqueue(userId, 'wake_container', containerId);
  else if (project.autoCreateContainers) writer.enqueue(userId, 'wake_project', project.id);
}
