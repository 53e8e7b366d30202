import type { Task, TaskStatus } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { eraseItem } from '../cascade/erase.ts';
import type { Writer } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { outbox, projects, tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { newId } from '../id.ts';
import { createWithinQuota } from '../limits/quota.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readOwnProject } from '../projects/read-own-project.ts';
import { userTasks } from '../queries.ts';
import { touch, type Change } from '../signals/touch.ts';
import { createItem, prepareItem, type PreparedItem } from '../task-items/write-item.ts';
import { checkReferences } from './check-references.ts';
import { noRun } from './no-run.ts';
import { startRequest } from './start-request.ts';
import { toTaskReply } from './task-reply.ts';

export interface TaskFields {
  title: string;
  description?: string | null | undefined;
  status: TaskStatus;
  priority: number;
  parentId?: string | null | undefined;
  containerId?: string | null | undefined;
}

/**
 * Creates a task (design §5). One that awaits approval asks "Start this task?"; one that runs or is completed is kept
 * by hand: no agent touches it. Throws `not_found`, `invalid`, `quota_exceeded`.
 */
export async function createTask({ userId }: UserCaller, projectId: string, fields: TaskFields): Promise<Task> {
  const project = await readOwnProject(userId, projectId);
  const task = newTask(project, fields);
  const question = task.status === 'awaiting_approval' ? prepareItem(task, startRequest(task)) : null;
  const promised = await write(project, task, question);
  const changes: Change[] = [
    { kind: 'task', id: task.id },
    { kind: 'project', id: projectId },
  ];
  if (question) changes.push({ kind: 'item', id: question.header.id, taskId: task.id });
  await Promise.all([touch(userId, changes), drain(...promised)]);
  return toTaskReply(task, project);
}

function newTask(project: ProjectDocument, fields: TaskFields): TaskDocument {
  const now = Timestamp.now();
  const { status } = fields;
  return {
    id: newId(),
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
    ...noRun,
    undecidedCount: status === 'awaiting_approval' ? 1 : 0,
    checkpoint: null,
    branch: null,
    commit: null,
    pullRequestUrl: null,
    createdAt: now,
    updatedAt: now,
    completedAt: status === 'completed' ? now : null,
  };
}

async function write(
  project: ProjectDocument,
  task: TaskDocument,
  question: PreparedItem | null,
): Promise<OutboxDocument[]> {
  const countOnProject = (writer: Writer, by: 1 | -1) =>
    writer.update(projects().doc(task.projectId), {
      taskCount: FieldValue.increment(by),
      ...(question ? { pendingApprovalCount: FieldValue.increment(by) } : {}),
    });
  const refers = task.parentId !== null || task.containerId !== null;
  return createWithinQuota('tasks', userTasks(task.userId), {
    check: refers ? (tx) => checkReferences(tx, project, task) : undefined,
    create(writer) {
      writer.create(tasks().doc(task.id), task);
      if (question) createItem(writer, question);
      countOnProject(writer, 1);
      return promiseContainer(writer, project, task);
    },
    undo(writer, promised) {
      writer.delete(tasks().doc(task.id));
      if (question) eraseItem(writer, question.header);
      countOnProject(writer, -1);
      for (const { id } of promised) writer.delete(outbox().doc(id));
    },
  });
}

/** A task that may be claimed wants its own container, or any where the project creates them by itself. */
function promiseContainer(writer: Writer, project: ProjectDocument, task: TaskDocument): OutboxDocument[] {
  const { userId, containerId, status } = task;
  if (status !== 'pending' && status !== 'approved') return [];
  if (containerId) return [enqueue(writer, userId, 'wake_container', containerId)];
  return project.autoCreateContainers ? [enqueue(writer, userId, 'wake_project', project.id)] : [];
}
