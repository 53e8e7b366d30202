import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The settings of the person who runs this must not change what the local host does. */
export const gitEnvironment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_TERMINAL_PROMPT: '0',
};

/** Runs git and resolves with what it printed, trimmed at the end. Throws with git's message when it fails. */
export async function git(folder: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run('git', args, {
    cwd: folder,
    env: { ...gitEnvironment, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trimEnd();
}
