import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../lib/failures.ts';
import { runProgram } from '../lib/run-program.ts';
import type { Log } from '../server/log.ts';
import type { AgentUser } from '../workspace/agent-user.ts';
import { clearSettings } from './clear-settings.ts';

/** A database is some megabytes; one that takes longer was made to. */
const LIMIT_MS = 10_000;
/** The program prints at most why it failed. */
const MAX_OUTPUT = 64 * 1024;

/**
 * Takes settings out of the records that were kept in a folder of an agent's home, by a program for Node that runs
 * there. Records that it fails at are removed: the agent then starts a new session. Works as the agent's user, who can
 * do no more than the agent. Throws ProgramFailed where they cannot be removed.
 */
export async function cleanKept(
  home: string,
  path: string,
  program: string,
  { user, searchPath, log }: { user: AgentUser | null; searchPath: string; log: Log },
): Promise<void> {
  // Without links: `clearSettings` went there before, and nothing of the agent runs.
  const cwd = join(home, path);
  if (!existsSync(cwd)) return;
  const place = { ...user, cwd, env: { PATH: searchPath }, limitMs: LIMIT_MS, maxOutput: MAX_OUTPUT };
  try {
    await runProgram(process.execPath, ['--no-warnings', '-e', program], { ...place, name: 'cleaning' });
  } catch (error) {
    log(`The records of the agent's earlier conversation cannot be cleaned (${messageOf(error)}); they are removed`);
    await clearSettings(home, path, [], { user, searchPath });
  }
}
