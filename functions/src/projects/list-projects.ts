import { LIST_REPLY_BYTES, LIST_REPLY_ITEMS, NESTED_ITEMS, type Project } from '@countersign/contract';
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
/** Tasks read at once: each with a description as long as it may be, they fill one reply. */
const TASKS_AT_ONCE = 200;

/**
 * The caller's projects, newest first; the full view has their newest tasks and repositories (`readFull`), newest first.
 */
export async function listProjects(
  { userId }: UserCaller,
  { view = 'full', ...request }: PageRequest & { view?: 'full' | 'summary' | undefined },
): Promise<Page<Project>> {
  const found = await listPage(userProjects(userId), 'desc', request);
  if (view === 'summary') return found.toReplies(toProjectReply);
  const full = await readFull(userId, found.items);
  // The page is cut before any that was not read.
  return found.toReplies((project, index) => full[index] ?? toProjectReply(project));
}

/** With many projects, they have only those tasks and repositories that are among the user's newest. */
async function readFull(userId: string, projects: ProjectDocument[]): Promise<Project[]> {
  if (projects.length <= ASKED_ONE_BY_ONE) return readOneByOne(userId, projects);
  const [tasks, repositories] = await Promise.all([
    listPage(userTasks(userId), 'desc', { limit: LIST_REPLY_ITEMS }),
    listPage(userRepositories(userId), 'desc', { limit: LIST_REPLY_ITEMS }),
  ]);
  const [tasksOf, repositoriesOf] = [byProject(tasks.items), byProject(repositories.items)];
  return projects.map((project) => toFullReply(project, tasksOf.get(project.id), repositoriesOf.get(project.id)));
}

/** A few at once, and no more once they fill a reply: all of them together may be many times as large. */
async function readOneByOne(userId: string, projects: ProjectDocument[]): Promise<Project[]> {
  const read: Project[] = [];
  let bytes = 0;
  for (const group of groupsOf(projects)) {
    const full = await Promise.all(group.map((project) => readOne(userId, project)));
    read.push(...full);
    bytes += Buffer.byteLength(JSON.stringify(full));
    if (bytes > LIST_REPLY_BYTES) break;
  }
  return read;
}

/** Projects in their order, in groups with as many tasks as are read at once, or with one project. */
function groupsOf(projects: ProjectDocument[]): ProjectDocument[][] {
  const groups: ProjectDocument[][] = [];
  let room = 0;
  for (const project of projects) {
    const tasks = Math.min(project.taskCount, NESTED_ITEMS);
    if (groups.length === 0 || tasks > room) {
      groups.push([]);
      room = TASKS_AT_ONCE;
    }
    groups.at(-1)?.push(project);
    room -= tasks;
  }
  return groups;
}

async function readOne(userId: string, project: ProjectDocument): Promise<Project> {
  const [tasks, repositories] = await Promise.all([
    listPage(projectTasks(userId, project.id), 'desc', { limit: NESTED_ITEMS }),
    listPage(projectRepositories(userId, project.id), 'desc', { limit: NESTED_ITEMS }),
  ]);
  return toFullReply(project, tasks.items, repositories.items);
}

function toFullReply(
  project: ProjectDocument,
  tasks: TaskDocument[] = [],
  repositories: RepositoryDocument[] = [],
): Project {
  return {
    ...toProjectReply(project),
    repositories: repositories.map(toRepositoryReply),
    tasks: tasks.map((task) => toTaskReply(task)),
  };
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
