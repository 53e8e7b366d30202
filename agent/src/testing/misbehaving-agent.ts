import { join } from 'node:path';

export const misbehavingAgentScript = join(import.meta.dirname, 'misbehaving-agent.mjs');

/** Makes the misbehaving agent the deployment's own agent (`custom`). */
export function misbehavingAgentEnv(script = misbehavingAgentScript): Record<string, string> {
  return { CUSTOM_AGENT: JSON.stringify([process.execPath, script]) };
}
