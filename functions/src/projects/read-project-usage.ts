import type { Usage } from '@countersign/contract';
import type { ModelTokens } from '@countersign/contract/agent';
import type { UserCaller } from '../access/authenticate-user.ts';
import { addTokens } from '../lib/add-tokens.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { toUsageReply } from '../replies/usage-reply.ts';
import { list } from '../store/data.ts';
import { projectContainers } from '../store/queries.ts';

/**
 * What the models have used for a project: the sum over its containers, which remain when deleted. A total on the
 * project itself would be written with each reply of a model, and would wake everybody who listens to the project.
 * Throws `not_found`.
 */
export async function readProjectUsage({ userId }: UserCaller, id: string): Promise<Usage> {
  await readOwnProject(userId, id);
  const containers = await list(projectContainers(userId, id));
  return toUsageReply(containers.reduce<ModelTokens[]>((sum, { usage }) => addTokens(sum, usage), []));
}
