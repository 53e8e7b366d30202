import { transact } from '../effects/transact.ts';
import { count, list } from '../store/data.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { projects } from '../store/firestore.ts';
import { projectRepositories, projectTasks, projectTasksIn, projectsAfter } from '../store/queries.ts';
import type { Sweeper } from './sweeper.ts';

/** Projects counted in one sweep; the next one continues. Few, because each costs reads, every minute of every day. */
const PER_SWEEP = 5;

/** Where this instance continues; a new instance begins at the start, which does no harm. */
let behind = '';

/** Recounts what increments maintain, a few projects at a time, and corrects differences. */
export const recountProjects: Sweeper = async (_now, deadline) => {
  const some = await list(projectsAfter(behind).limit(PER_SWEEP));
  behind = some.at(-1)?.id ?? '';
  for (const project of some) {
    if (Date.now() > deadline) return;
    await recount(project);
  }
};

/**
 * Corrects a project's counts. They are counted outside of a transaction, so they are written only if the project's
 * stored counts are still the same as before, which any change in between would have altered.
 */
export async function recount({ id, userId }: Pick<ProjectDocument, 'id' | 'userId'>): Promise<void> {
  const before = await transact((tx) => tx.read(projects().doc(id)));
  if (!before) return;
  const counted = await countThings(userId, id);
  if (isEqual(before, counted)) return;
  await transact(async (tx) => {
    const now = await tx.read(projects().doc(id));
    if (now && isEqual(now, before)) tx.update(projects().doc(id), counted);
  });
}

type Counts = Pick<ProjectDocument, 'taskCount' | 'pendingApprovalCount' | 'repositoryCount'>;

async function countThings(userId: string, projectId: string): Promise<Counts> {
  const [taskCount, pendingApprovalCount, repositoryCount] = await Promise.all([
    count(projectTasks(userId, projectId)),
    count(projectTasksIn(userId, projectId, 'awaiting_approval')),
    count(projectRepositories(userId, projectId)),
  ]);
  return { taskCount, pendingApprovalCount, repositoryCount };
}

function isEqual(a: Counts, b: Counts): boolean {
  return (
    a.taskCount === b.taskCount &&
    a.pendingApprovalCount === b.pendingApprovalCount &&
    a.repositoryCount === b.repositoryCount
  );
}
