import { agentRoutes, type ProjectVariable } from '@countersign/contract/agent';
import { asTaskGone } from '../../server/api.ts';
import type { TaskLink } from '../task-link.ts';

/** The values that the project's owner has stored; from now on secret ones are masked wherever they would be shown. */
export async function readVariables({ task, context }: TaskLink): Promise<readonly ProjectVariable[]> {
  if (task.settings?.hasVariables !== true) return [];
  const call = { params: { taskId: task.id }, body: { epoch: task.epoch } };
  const { variables } = await context.api.call(agentRoutes.variables, call).catch(asTaskGone);
  for (const { value, isSecret } of variables) if (isSecret) context.redact.hide(value);
  return variables;
}

/** Values as a process gets them. */
export function environmentOf(variables: readonly ProjectVariable[]): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}
