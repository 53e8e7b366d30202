import { read } from '../store/data.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { notFound } from '../lib/errors.ts';
import { projects, tasks } from '../store/firestore.ts';

/** The caller's task and its project; throws `not_found` if it is missing, somebody else's, or without its project. */
export async function readOwnTask(
  userId: string,
  id: string,
): Promise<{ task: TaskDocument; project: ProjectDocument }> {
  const task = await read(tasks().doc(id));
  if (task?.userId !== userId) throw notFound('Task');
  const project = await read(projects().doc(task.projectId));
  if (!project) throw notFound('Task');
  return { task, project };
}
