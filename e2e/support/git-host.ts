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

/** Files of a branch, and its commits beyond main, the newest first. */
export async function filesOnBranch(
  repository: string,
  branch: string,
  paths: readonly string[],
  into: string,
): Promise<{ files: string[]; commits: string[] }> {
  await git('clone', '--quiet', '--branch', branch, `${stack.gitUrl}/${repository}.git`, into);
  const inside = async (...args: string[]) => (await run('git', ['-C', into, ...args])).stdout;
  const files = await Promise.all(paths.map((path) => inside('show', `HEAD:${path}`)));
  const commits = await inside('rev-list', 'origin/main..HEAD');
  return { files, commits: commits.split('\n').filter((line) => line !== '') };
}

/** Every pull request that was ever opened for a branch. */
export async function pullsOf(repository: string, branch: string): Promise<unknown[]> {
  const [owner] = repository.split('/');
  const query = new URLSearchParams({ head: `${owner}:${branch}`, state: 'all' });
  const response = await fetch(`${stack.gitUrl}/api/v3/repos/${repository}/pulls?${query}`);
  if (!response.ok) throw new Error(`The git host answered ${response.status}`);
  return (await response.json()) as unknown[];
}

function git(...args: string[]) {
  return run('git', args, { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } });
}
