import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { stack } from './stack.ts';

const run = promisify(execFile);

/** Asks the git host as any git client would; nothing here reads its folders. */
export async function branchCommit(repository: string, branch: string): Promise<string | null> {
  const { stdout } = await git('ls-remote', `${stack.gitUrl}/${repository}.git`, `refs/heads/${branch}`);
  return stdout.split(/\s/)[0] || null;
}

/** A file of a branch as the git host serves it. */
export async function fileOnBranch(
  repository: string,
  branch: string,
  path: string,
  into: string,
  token?: string,
): Promise<string> {
  const url = new URL(`${stack.gitUrl}/${repository}.git`);
  if (token) Object.assign(url, { username: 'token', password: token });
  await git('clone', '--quiet', '--branch', branch, url.href, into);
  const { stdout } = await run('git', ['-C', into, 'show', `HEAD:${path}`]);
  return stdout;
}

function git(...args: string[]) {
  return run('git', args, { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } });
}
