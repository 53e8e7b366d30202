import type { Project } from '@countersign/contract';
import { list } from '../data.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { UserCaller } from '../http/auth.ts';
import { page, type Page, type PageRequest } from '../page.ts';
import { repositoriesOf, tasksOf, userProjects, userRepositories, userTasks } from '../queries.ts';
import { toRepositoryReply } from '../repositories/repository-reply.ts';
import { toTaskReply } from '../tasks/task-reply.ts';
import { toProjectReply } from './project-reply.ts';

/** So many projects Firestore's `in` takes at once. */
const IN_LIMIT = 30;

/** The caller's projects, newest first; the full view carries repositories and tasks, newest first too (design §4). */
export async function listProjects(
  { userId }: UserCaller,
  { view = 'full', ...request }: PageRequest & { view?: 'full' | 'summary' | undefined },
): Promise<Page<Project>> {
  const found = await page(userProjects(userId), 'desc', request);
  if (view === 'summary') return found.with(found.items.map(toProjectReply));
  const [tasks, repositories] = await readThingsOf(userId, found.items);
  return found.with(
    found.items.map((project) => ({
      ...toProjectReply(project),
      repositories: (repositories.get(project.id) ?? []).map(toRepositoryReply),
      tasks: (tasks.get(project.id) ?? []).map((task) => toTaskReply(task)),
    })),
  );
}

async function readThingsOf(userId: string, projects: ProjectDocument[]) {
  const ids = projects.map(({ id }) => id);
  if (ids.length === 0) return [new Map<string, TaskDocument[]>(), new Map<string, RepositoryDocument[]>()] as const;
  const few = ids.length <= IN_LIMIT;
  const [tasks, repositories] = await Promise.all([
    list(few ? tasksOf(userId, ids) : userTasks(userId)),
    list(few ? repositoriesOf(userId, ids) : userRepositories(userId)),
  ]);
  return [byProject(tasks), byProject(repositories)] as const;
}

function byProject<T extends TaskDocument | RepositoryDocument>(things: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things.sort((a, b) => b.createdAt.toMillis() - a.createdAt.toMillis())) {
    if (thing.projectId === null) continue;
    const group = groups.get(thing.projectId);
    if (group) group.push(thing);
    else groups.set(thing.projectId, [thing]);
  }
  return groups;
}
