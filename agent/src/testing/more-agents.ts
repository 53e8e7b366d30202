import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = ['node@22', '@agentclientprotocol/claude-agent-acp@0.100.0', '@agentclientprotocol/codex-acp@2.6.0'];

/**
 * Agents that this repository may not include, and a Node that is new enough for them: installed once by the long
 * tests, or found in the folder that COUNTERSIGN_AGENTS names. Returns the folder and that Node.
 */
function installMoreAgents(): { folder: string; node: string } {
  const folder = process.env.COUNTERSIGN_AGENTS ?? join(import.meta.dirname, '../../../.countersign/agents');
  const node = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'pipe' });
  }
  return { folder, node };
}

/** What a harness needs to run them. */
export function moreAgentsEnv(): { node: string; env: Record<string, string> } {
  const { folder, node } = installMoreAgents();
  return { node, env: { AGENTS_FOLDER: folder } };
}
