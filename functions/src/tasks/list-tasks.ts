import { taskStatuses, type Task } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Page, PageRequest } from '../lib/page.ts';
import { countByStatus, listPage } from '../store/list-page.ts';
import { readOwnProject, readProjectsOf } from '../own/read-own-project.ts';
import { projectTasks, projectTasksIn, userTasks, userTasksIn } from '../store/queries.ts';
import { toTaskReply } from '../replies/task-reply.ts';

/** The caller's tasks with their projects' names, newest first. */
export async function listTasks({ userId }: UserCaller, request: PageRequest): Promise<Page<Task>> {
  const found = await listPage(userTasks(userId), 'desc', request, () =>
    countByStatus(taskStatuses, (status) => userTasksIn(userId, status)),
  );
  const projects = await readProjectsOf(found.items);
  return found.toReplies((task) => {
    const project = projects.get(task.projectId);
    return project && toTaskReply(task, project);
  });
}

/** The tasks of a project, newest first. Throws `not_found`. */
export async function listProjectTasks(
  { userId }: UserCaller,
  projectId: string,
  request: PageRequest,
): Promise<Page<Task>> {
  const project = await readOwnProject(userId, projectId);
  const found = await listPage(projectTasks(userId, projectId), 'desc', request, () =>
    countByStatus(taskStatuses, (status) => projectTasksIn(userId, projectId, status)),
  );
  return found.toReplies((task) => toTaskReply(task, project));
}
