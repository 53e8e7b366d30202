import { LIST_REPLY_ITEMS, NESTED_ITEMS, type Project } from '@countersign/contract';
import type { ProjectDocument } from '../documents/project.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Page, PageRequest } from '../lib/page.ts';
import { listPage } from '../store/list-page.ts';
import { projectRepositories, projectTasks, userProjects, userRepositories, userTasks } from '../store/queries.ts';
import { toRepositoryReply } from '../replies/repository-reply.ts';
import { toTaskReply } from '../replies/task-reply.ts';
import { toProjectReply } from '../replies/project-reply.ts';

/** Up to this many projects are queried for their contents one by one. */
const ASKED_ONE_BY_ONE = 30;

/**
 * The caller's projects, newest first; the full view has their newest tasks and repositories (`readThingsOf`), newest
 * first.
 */
export async function listProjects(
  { userId }: UserCaller,
  { view = 'full', ...request }: PageRequest & { view?: 'full' | 'summary' | undefined },
): Promise<Page<Project>> {
  const found = await listPage(userProjects(userId), 'desc', request);
  if (view === 'summary') return found.toReplies(toProjectReply);
  const [tasks, repositories] = await readThingsOf(userId, found.items);
  return found.toReplies((project) => ({
    ...toProjectReply(project),
    repositories: (repositories.get(project.id) ?? []).map(toRepositoryReply),
    tasks: (tasks.get(project.id) ?? []).map((task) => toTaskReply(task)),
  }));
}

/** The newest tasks and repositories of each project. With many projects, only those among the user's newest. */
async function readThingsOf(userId: string, projects: ProjectDocument[]) {
  if (projects.length > ASKED_ONE_BY_ONE) {
    const [tasks, repositories] = await Promise.all([
      listPage(userTasks(userId), 'desc', { limit: LIST_REPLY_ITEMS }),
      listPage(userRepositories(userId), 'desc', { limit: LIST_REPLY_ITEMS }),
    ]);
    return [byProject(tasks.items), byProject(repositories.items)] as const;
  }
  const found = await Promise.all(
    projects.map(({ id }) =>
      Promise.all([
        listPage(projectTasks(userId, id), 'desc', { limit: NESTED_ITEMS }),
        listPage(projectRepositories(userId, id), 'desc', { limit: NESTED_ITEMS }),
      ]),
    ),
  );
  return [
    byProject(found.flatMap(([tasks]) => tasks.items)),
    byProject(found.flatMap(([, repositories]) => repositories.items)),
  ] as const;
}

/** Expects the newest first. */
function byProject<T extends TaskDocument | RepositoryDocument>(things: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    if (thing.projectId === null) continue;
    const group = groups.get(thing.projectId) ?? [];
    if (group.length < NESTED_ITEMS) group.push(thing);
    groups.set(thing.projectId, group);
  }
  return groups;
}
