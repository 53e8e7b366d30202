import type { Task } from '@countersign/contract';
import { iso } from '../documents/time.ts';
import { isAtWork, isLeft, type TaskDocument } from '../documents/task.ts';
import { toUsageReply } from './usage-reply.ts';

/** A task as replied, with its project's name where a list shows it. */
export function toTaskReply(task: TaskDocument, project?: { id: string; name: string; model?: string | null }): Task {
  return {
    ...task,
    createdAt: iso(task.createdAt),
    updatedAt: iso(task.updatedAt),
    completedAt: iso(task.completedAt),
    isStopping: task.stopRequestedAt !== null,
    canStop: isAtWork(task) || isLeft(task),
    notice: task.notice && { ...task.notice, since: iso(task.notice.since) },
    usage: toUsageReply(task.usage),
    budget: task.budget && { ...task.budget, granted: task.granted },
    limits: task.limits && { ...task.limits, until: iso(task.limits.until) },
    project: project && { id: project.id, name: project.name, model: project.model },
  };
}
