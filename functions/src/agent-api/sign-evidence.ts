import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { signStatement } from '../evidence/sign-statement.ts';
import { fenceTask } from '../state/fence.ts';
import type { AgentCaller } from '../tokens/container-token.ts';

/**
 * The signed statement about the commit that the runner has pushed, which must be the approved one. Throws `not_found`,
 * `conflict`, `stale_epoch`.
 */
export async function signEvidence(
  caller: AgentCaller,
  { taskId, itemId }: { taskId: string; itemId: string },
  { epoch, commit }: { epoch: number; commit: string },
): Promise<CallOutput<typeof agentRoutes.evidence>> {
  const envelope = await signStatement({
    taskId,
    itemId,
    commit,
    repository: null,
    actor: 'agent',
    detail: { epoch },
    readTask: async (tx) => (await fenceTask(tx, caller, taskId, epoch)).task,
  });
  return { envelope };
}
