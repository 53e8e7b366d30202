import { join } from 'node:path';

export const misbehavingAgentScript = join(import.meta.dirname, 'misbehaving-agent.mjs');

/** Makes the misbehaving agent the deployment's own agent (`custom`). With "early" it asks before it is prompted, too; with "mute" its start does not end. */
export function misbehavingAgentEnv(
  script = misbehavingAgentScript,
  ...args: ('early' | 'mute' | 'loads' | 'sinks')[]
): Record<string, string> {
  return { CUSTOM_AGENT: JSON.stringify([process.execPath, script, ...args]) };
}
