import type { Task } from '@countersign/contract';
import type { UserCaller } from '../http/auth.ts';
import { page, type Page, type PageRequest } from '../page.ts';
import { readOwnProject, readProjectsOf } from '../projects/read-own-project.ts';
import { projectTasks, userTasks } from '../queries.ts';
import { toTaskReply } from './task-reply.ts';

/** All tasks of the caller with their projects' names, newest first. */
export async function listTasks({ userId }: UserCaller, request: PageRequest): Promise<Page<Task>> {
  const found = await page(userTasks(userId), 'desc', request);
  const projects = await readProjectsOf(found.items);
  return found.with(
    found.items.flatMap((task) => {
      const project = projects.get(task.projectId);
      return project ? [toTaskReply(task, project)] : [];
    }),
  );
}

/** The tasks of a project, newest first. Throws `not_found`. */
export async function listProjectTasks(
  { userId }: UserCaller,
  projectId: string,
  request: PageRequest,
): Promise<Page<Task>> {
  const project = await readOwnProject(userId, projectId);
  const found = await page(projectTasks(userId, projectId), 'desc', request);
  return found.with(found.items.map((task) => toTaskReply(task, project)));
}
