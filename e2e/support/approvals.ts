import { routes } from '@countersign/contract';
import type { TestUser } from './user.ts';

export interface PendingTask {
  projectId: string;
  taskId: string;
  itemId: string;
  hash: string;
  title: string;
}

/**
 * Tasks of one new project, each with its question "Start this task?": what can wait for a decision without any
 * container. In the order of the queue, oldest first.
 */
export async function newPending(
  user: TestUser,
  titles: readonly string[],
  description: string | null = null,
  projectName = 'Analytical engine',
): Promise<PendingTask[]> {
  const project = await user.api.call(routes.postProject, { body: { name: projectName } });
  const taskIds: string[] = [];
  for (const title of titles) {
    const body = { title, description, status: 'awaiting_approval' } as const;
    const task = await user.api.call(routes.postProjectTask, { params: { id: project.id }, body });
    taskIds.push(task.id);
  }
  const approvals = await user.api.call(routes.listApprovals);
  return taskIds.map((taskId) => {
    const approval = approvals.find(({ task }) => task.id === taskId);
    if (!approval) throw new Error(`Expected task ${taskId} to wait for an approval`);
    return { projectId: project.id, taskId, itemId: approval.id, hash: approval.hash, title: approval.task.title };
  });
}
