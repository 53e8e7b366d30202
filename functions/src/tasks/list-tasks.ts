import { LIST_REPLY_ITEMS, taskStatuses, type Task } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { ListCounts, Page, PageRequest } from '../lib/page.ts';
import { countByStatus, listPage } from '../store/list-page.ts';
import { readOwnProject, readProjectsOf } from '../own/read-own-project.ts';
import { projectTasks, projectTasksIn, userTasks, userTasksIn } from '../store/queries.ts';
import { toTaskReply } from '../replies/task-reply.ts';
import { totalTasks } from './total-tasks.ts';

/** The caller's tasks with their projects' names, newest first. */
export async function listTasks({ userId }: UserCaller, request: PageRequest): Promise<Page<Task>> {
  const countAll = () => countByStatus(taskStatuses, (status) => userTasksIn(userId, status));
  const countLimited = () => countSoon(userId, countAll);
  const found = await listPage(userTasks(userId), 'desc', request, { countAll, countLimited });
  const projects = await readProjectsOf(found.items);
  return found.toReplies((task) => {
    const project = projects.get(task.projectId);
    return project && toTaskReply(task, project);
  });
}

/**
 * For first rows, which are not to wait until thousands of tasks are counted: of those, only the total is told, which
 * their projects know.
 */
async function countSoon(userId: string, countAll: () => Promise<ListCounts>): Promise<ListCounts> {
  const total = await totalTasks(userId);
  return total > LIST_REPLY_ITEMS ? { total } : countAll();
}

/** The tasks of a project, newest first. Throws `not_found`. */
export async function listProjectTasks(
  { userId }: UserCaller,
  projectId: string,
  request: PageRequest,
): Promise<Page<Task>> {
  const project = await readOwnProject(userId, projectId);
  const countAll = () => countByStatus(taskStatuses, (status) => projectTasksIn(userId, projectId, status));
  const found = await listPage(projectTasks(userId, projectId), 'desc', request, { countAll });
  return found.toReplies((task) => toTaskReply(task, project));
}
