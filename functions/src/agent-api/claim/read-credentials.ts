import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { recordEvent } from '../../audit/record-event.ts';
import { transact } from '../../effects/transact.ts';
import { notFound } from '../../lib/errors.ts';
import { repositories } from '../../store/firestore.ts';
import { readSecret } from '../../secrets/store.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { fenceContainer } from '../../state/fence.ts';

/** GitHub accepts any user name with a token; this one says what the password is. */
const USERNAME = 'x-access-token';

/**
 * A repository's git credentials, for its project's runner alone; each call is audited. Throws `not_found`,
 * `stale_epoch`.
 */
export async function readCredentials(
  caller: AgentCaller,
  repositoryId: string,
): Promise<CallOutput<typeof agentRoutes.credentials>> {
  const { userId, projectId, containerId, epoch } = caller;
  await transact(async (tx) => {
    await fenceContainer(tx, caller);
    const repository = await tx.read(repositories().doc(repositoryId));
    if (repository?.projectId !== projectId || repository.userId !== userId) throw notFound('Repository');
    const detail = { containerId, epoch };
    recordEvent(tx, { userId, actor: 'agent', action: 'credentials_read', subjectId: repositoryId, detail });
  });
  return { username: USERNAME, token: await readSecret(userId, 'repository-token', repositoryId) };
}
