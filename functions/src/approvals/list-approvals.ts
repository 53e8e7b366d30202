import type { Approval } from '@countersign/contract';
import { readAll } from '../data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import { tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { page, type Page, type PageRequest } from '../page.ts';
import { readProjectsOf } from '../projects/read-own-project.ts';
import { undecidedItems } from '../queries.ts';
import { toShortReply } from '../task-items/read-item.ts';

/** What waits for the user's decision, oldest first, with task and project. What is being deleted is not told any more. */
export async function listApprovals({ userId }: UserCaller, request: PageRequest): Promise<Page<Approval>> {
  const found = await page(undecidedItems(userId), 'asc', request);
  const [owners, projects] = await Promise.all([
    readAll(found.items.map(({ taskId }) => tasks().doc(taskId))),
    readProjectsOf(found.items),
  ]);
  return found.with(
    found.items.flatMap((item, index) => {
      const [task, project] = [owners[index], projects.get(item.projectId)];
      return task && project ? [toApproval(item, task, project)] : [];
    }),
  );
}

function toApproval(item: TaskItemDocument, task: TaskDocument, project: { id: string; name: string }): Approval {
  const reply = toShortReply(item);
  return {
    ...reply,
    hash: reply.hash ?? '',
    submittedAt: reply.createdAt,
    task: { id: task.id, title: task.title, project: { id: project.id, name: project.name } },
  };
}
