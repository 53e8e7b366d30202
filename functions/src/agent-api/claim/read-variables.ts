import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { recordEvent } from '../../audit/record-event.ts';
import { transact } from '../../effects/transact.ts';
import { notFound } from '../../lib/errors.ts';
import { readSecret, variableId } from '../../secrets/store.ts';
import { fenceTask } from '../../state/fence.ts';
import { projects } from '../../store/firestore.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';

/**
 * The variables of a task's project, for its runner alone. The setup command gets all of them; the agent, and the
 * command where a task goes on after a break, get only those that their owner has marked. Each call is audited with the
 * names, and which of them reach the agent. Throws `not_found`, `stale_epoch`.
 */
export async function readVariables(
  caller: AgentCaller,
  taskId: string,
  epoch: number,
): Promise<CallOutput<typeof agentRoutes.variables>> {
  const { userId, projectId, containerId } = caller;
  return transact(async (tx) => {
    const [, project] = await Promise.all([fenceTask(tx, caller, taskId, epoch), tx.read(projects().doc(projectId))]);
    if (project?.userId !== userId) throw notFound('Project');
    const { variables } = project;
    // In the same transaction: a value that is replaced meanwhile must not arrive with the marks of the former one.
    const found = await Promise.all(
      variables.map(async (variable) => {
        const value = await readSecret(userId, 'project-variable', variableId(projectId, variable.name), tx);
        return value === null ? [] : [{ ...variable, value }];
      }),
    );
    const namesOf = (list: typeof variables) => list.map(({ name }) => name).join(' ');
    const forAgent = namesOf(variables.filter((variable) => variable.forAgent));
    const detail = { containerId, taskId, names: namesOf(variables), forAgent };
    recordEvent(tx, { userId, actor: 'agent', action: 'variables_read', subjectId: projectId, detail });
    return { variables: found.flat() };
  });
}
