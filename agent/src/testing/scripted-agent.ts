import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './start-runner.ts';

/** How a harness runs the scripted agent, which does what the test's model says: in place of an adapter. */
export const scriptedAgent = () => ({ agent: 'claude', env: adapterEnv('scripted-agent.mjs') });

/** Puts a program of this folder where the runner looks for Claude's adapter. */
export function adapterEnv(program: string): Record<string, string> {
  const folder = makeFolder();
  const adapter = join(folder, 'node_modules/@agentclientprotocol/claude-agent-acp/dist');
  mkdirSync(adapter, { recursive: true });
  copyFileSync(join(import.meta.dirname, program), join(adapter, 'index.js'));
  return { AGENTS_FOLDER: folder };
}
