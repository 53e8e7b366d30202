import { join } from 'node:path';

export const oddAgentScript = join(import.meta.dirname, 'odd-agent.mjs');

/** Makes the odd agent the deployment's own agent (`custom`). */
export function oddAgentEnv(script = oddAgentScript): Record<string, string> {
  return { CUSTOM_AGENT: JSON.stringify([process.execPath, script]) };
}
