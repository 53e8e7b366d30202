import type { ToolKind } from '@countersign/contract';

interface Risk {
  risk: 'low' | 'medium' | 'high';
  because: string;
}

const risks: Record<ToolKind, Risk> = {
  read: { risk: 'low', because: 'Reads files' },
  search: { risk: 'low', because: 'Searches files' },
  think: { risk: 'low', because: 'Changes nothing' },
  start: { risk: 'low', because: 'Starts the task; its steps are asked for one by one' },
  edit: { risk: 'medium', because: 'Changes files in the workspace' },
  move: { risk: 'medium', because: 'Moves files in the workspace' },
  fetch: { risk: 'medium', because: 'Talks to the network' },
  switch_mode: { risk: 'high', because: 'Changes what the agent may do' },
  delete: { risk: 'high', because: 'Deletes files' },
  execute: { risk: 'high', because: 'Runs a command' },
  publish: { risk: 'high', because: 'Leaves the container: pushes and opens a pull request' },
  other: { risk: 'medium', because: 'The agent does not say what kind of act this is' },
};

/** The risk of a kind of act; an unknown kind is not taken for harmless. */
export function riskOf(toolKind: string | null): Risk {
  return toolKind !== null && Object.hasOwn(risks, toolKind) ? risks[toolKind as ToolKind] : risks.other;
}
