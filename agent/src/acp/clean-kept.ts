import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
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

/** How what an agent keeps is cleaned. */
interface CleaningOptions {
  user: AgentUser | null;
  searchPath: string;
  log: Log;
  /** The agent's own program, where that is a Bun as well. */
  bun: string | undefined;
  /** Whether this Node has SQLite. */
  hasSqlite?: boolean;
}

/**
 * Takes settings out of the records that were kept in a folder of an agent's home, by a program for Node that runs
 * there; in the agent's own Bun where this Node has no SQLite. Records that it fails at are removed: the agent then
 * starts a new session. Works as the agent's user, who can do no more than the agent. Throws ProgramFailed where they
 * cannot be removed.
 */
export async function cleanKept(
  home: string,
  path: string,
  program: string,
  { user, searchPath, log, bun, hasSqlite = isBuiltin('node:sqlite') }: CleaningOptions,
): Promise<void> {
  // Without links: `clearSettings` went there before, and nothing of the agent runs.
  const folder = join(home, path);
  if (!existsSync(folder)) return;
  const inBun = !hasSqlite && bun !== undefined;
  const env = { PATH: searchPath, ...(inBun ? { BUN_BE_BUN: '1' } : {}) };
  // Bun obeys settings in the folder where it starts, and in those above: the agent may have written them.
  const place = { ...user, cwd: '/', env, limitMs: LIMIT_MS, maxOutput: MAX_OUTPUT, name: 'cleaning' };
  const script = `process.chdir(${JSON.stringify(folder)});\n${program}`;
  try {
    if (inBun) await runProgram(bun, ['-e', script], place);
    else await runProgram(process.execPath, ['--no-warnings', '-e', script], place);
  } catch (error) {
    log(`The records of the agent's earlier conversation cannot be cleaned (${messageOf(error)}); they are removed`);
    await clearSettings(home, path, [], { user, searchPath });
  }
}
