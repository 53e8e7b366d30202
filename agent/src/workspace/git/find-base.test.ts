import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitRedirectsOf } from '../../environment/git-redirects.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { findBase } from './find-base.ts';
import { createGit, initRepository, prepareGitHome } from './git.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

let made = 0;

/** Where work begins in a repository with these branches and this HEAD. */
async function baseOf(branches: string[], head: string, baseBranch: string | null = null, needsBaseBranch = true) {
  const name = `base-${(made += 1)}`;
  host.create(`acme/${name}`, { 'README.md': '# App\n' });
  const commit = host.git(`acme/${name}`, 'rev-parse', 'main');
  for (const branch of branches) host.git(`acme/${name}`, 'update-ref', `refs/heads/${branch}`, commit);
  host.git(`acme/${name}`, 'symbolic-ref', 'HEAD', `refs/heads/${head}`);
  if (!branches.includes('main')) host.git(`acme/${name}`, 'update-ref', '-d', 'refs/heads/main');
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const cloneUrl = `https://github.com/acme/${name}.git`;
  const gitDir = join(runnerHome, 'it.git');
  const redirects = gitRedirectsOf(host.env);
  const path = process.env.PATH ?? '';
  const git = createGit({ gitDir, workTree: runnerHome, runnerHome, redirects, path, origin: cloneUrl });
  await initRepository(git, gitDir);
  const repository = { id: name, owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true };
  const logged: string[] = [];
  const wanted = { repository, baseBranch, needsBaseBranch, log: (line: string) => void logged.push(line) };
  const found = await findBase(git, { credentials: { username: 'x-access-token', token: host.token } }, wanted);
  if (found !== null) expect(found.baseCommit).toBe(commit);
  return { base: found?.base ?? null, logged };
}

describe('work begins', () => {
  it('on the default branch, or the one that the project names', async () => {
    expect(await baseOf(['main', 'next'], 'main')).toEqual({ base: 'main', logged: [] });
    expect(await baseOf(['main', 'next'], 'main', 'next')).toEqual({ base: 'next', logged: [] });
    expect(await baseOf(['main'], 'main', 'next', false), 'need not have it').toEqual({ base: 'main', logged: [] });
    expect(await baseOf(['next'], 'main', 'next'), 'without a default one').toEqual({ base: 'next', logged: [] });
    await expect(baseOf(['main'], 'main', 'next')).rejects.toThrow('has no branch "next"');
    await expect(baseOf(['next'], 'main', 'other')).rejects.toThrow('has no branch "other"');
  });

  it('on the only branch if the default one is missing, which is logged', async () => {
    expect(await baseOf(['main', 'countersign/a-task'], 'master')).toEqual({
      base: 'main',
      logged: [expect.stringMatching(/^acme\/base-\d+ has no default branch: the work begins on "main", the only one/)],
    });
  });

  it('nowhere where a branch stands in the way of those that are pushed: the task ends in words', async () => {
    await expect(baseOf(['main', 'countersign'], 'main')).rejects.toThrow(
      /^acme\/base-\d+ has a branch "countersign", and git allows none below it, such as countersign\/…, which tasks push to\. Rename it at GitHub, and reopen the task\.$/,
    );
  });

  it('nowhere if there are several and none is the default one: the task ends in words', async () => {
    await expect(baseOf(['main', 'next'], 'master')).rejects.toThrow(
      /has no default branch.* Name a base branch in the project's settings, and reopen the task\.$/,
    );
  });

  it('from nothing in an empty repository, even one that tasks have published to', async () => {
    expect(await baseOf([], 'main')).toEqual({ base: null, logged: [] });
    expect(await baseOf(['countersign/a-task'], 'main')).toEqual({ base: null, logged: [] });
    expect(await baseOf([], 'main', 'next')).toEqual({ base: null, logged: [] });
  });
});
