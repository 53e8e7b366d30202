import type { Usage } from '@countersign/contract';
import type { ModelTokens } from '@countersign/contract/agent';
import type { UserCaller } from '../access/authenticate-user.ts';
import { livingStatuses } from '../containers/create-container.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { transact } from '../effects/transact.ts';
import { addTokens } from '../lib/add-tokens.ts';
import { notFound } from '../lib/errors.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { toUsageReply } from '../replies/usage-reply.ts';
import { count, list } from '../store/data.ts';
import { projects } from '../store/firestore.ts';
import { projectContainers, projectContainersIn } from '../store/queries.ts';

/**
 * What the models have used for a project: the sum over its containers, which remain when deleted. The project has the
 * sum of its deleted ones, of which there may be any number. A total of all on the project itself would be written with
 * each reply of a model, and would wake everybody who listens to the project. Throws `not_found`.
 */
export async function readProjectUsage({ userId }: UserCaller, id: string): Promise<Usage> {
  const { deletedContainers } = await readOwnProject(userId, id);
  // In this order: one that is deleted meanwhile makes the number another one.
  const living = await list(projectContainersIn(id, livingStatuses));
  const isComplete = (await count(projectContainersIn(id, ['deleted']))) === deletedContainers.count;
  return toUsageReply(isComplete ? sumOf(living, deletedContainers.usage) : await countAnew(userId, id));
}

/** Where the project does not have all of its deleted containers: earlier versions deleted some without adding them. */
async function countAnew(userId: string, id: string): Promise<ModelTokens[]> {
  return transact(async (tx) => {
    const [project, all] = await Promise.all([tx.read(projects().doc(id)), tx.query(projectContainers(userId, id))]);
    if (!project) throw notFound('Project');
    const deleted = all.filter(({ status }) => status === 'deleted');
    const usage = sumOf(deleted);
    tx.update(projects().doc(id), { deletedContainers: { count: deleted.length, usage } });
    return sumOf(
      all.filter(({ status }) => status !== 'deleted'),
      usage,
    );
  });
}

const sumOf = (found: ContainerDocument[], others: ModelTokens[] = []) =>
  found.reduce((sum, { usage }) => addTokens(sum, usage), others);
