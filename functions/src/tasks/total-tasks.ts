import { projectDocument } from '../documents/project.ts';
import { list } from '../store/data.ts';
import { fieldsOf } from '../store/firestore.ts';
import { userProjects } from '../store/queries.ts';

const counted = projectDocument.pick({ id: true, taskCount: true });

/**
 * How many tasks a user has, as the projects keep count of them: it takes as many reads as there are projects, however
 * many tasks they have. The tasks of a project that was deleted a moment ago may still be stored.
 */
export async function totalTasks(userId: string): Promise<number> {
  const projects = await list(fieldsOf(userProjects(userId), counted));
  return projects.reduce((sum, { taskCount }) => sum + taskCount, 0);
}
