import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskFailed } from '../../lib/failures.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import { gitRedirectsOf } from '../../environment/git-redirects.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome, type GitCredentials } from './git.ts';
import { firstLineOf, orSayRefusal } from './git-refusal.ts';

let host: TestGitHost;
beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/vault', { 'README.md': '# Vault\n' });
  host.hide('acme/vault');
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const withToken = (token: string): GitCredentials => ({ username: 'x-access-token', token });
const repositoryOf = (name: string) => ({
  ...{ id: name, owner: 'acme', name, isPrivate: false, hasToken: true },
  cloneUrl: `https://github.com/acme/${name}.git`,
});

/** What git says of a repository of the host. */
async function lookAt(name: string, credentials: GitCredentials | null): Promise<string> {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const repository = repositoryOf(name);
  const git = createGit({
    ...{ gitDir: join(runnerHome, 'it.git'), workTree: runnerHome, runnerHome },
    ...{ redirects: gitRedirectsOf(host.env), path: process.env.PATH ?? '', origin: repository.cloneUrl },
  });
  await git(['init', '--quiet']);
  return orSayRefusal({ repository, act: 'cloned', credentials }, () => git(['ls-remote', 'origin'], { credentials }));
}

describe('a repository that GitHub does not give', () => {
  it.each([
    [
      'vault',
      null,
      'it is private or does not exist, and no token is stored. Store one',
      'fatal: could not read Username',
    ],
    [
      'none',
      null,
      'it is private or does not exist, and no token is stored. Store one',
      'remote: Repository not found.',
    ],
    ['vault', 'ghp_wrong', 'GitHub refused the stored token. Store another one', 'remote: Invalid username or token.'],
    [
      'none',
      'the right one',
      'it does not exist, or the stored token may not see it. Store another one',
      'remote: Repo',
    ],
  ])('%s, with the token %s: %s', async (name, token, why, gitSays) => {
    const credentials = token === null ? null : withToken(token === 'the right one' ? host.token : token);
    const failure = await lookAt(name, credentials).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TaskFailed);
    const [words, line] = (failure as Error).message.split('\n\n');
    expect(words).toBe(`acme/${name} could not be cloned: ${why} under Repositories and reopen the task.`);
    expect(line?.startsWith(gitSays), line).toBe(true);
  });

  it('is given with the right token', async () => {
    expect(await lookAt('vault', withToken(host.token))).toContain('refs/heads/main');
  });
});

describe('what GitHub itself answers', () => {
  const says = (act: 'cloned' | 'pushed to', stderr: string, credentials = null as GitCredentials | null) =>
    orSayRefusal({ repository: repositoryOf('app'), act, credentials }, () =>
      Promise.reject(new ProgramFailed('git', 128, stderr)),
    );
  it.each([
    "remote: Write access to repository not granted.\nfatal: unable to access 'https://github.com/acme/app.git/': The requested URL returned error: 403",
    "remote: Permission to acme/app.git denied to somebody.\nfatal: unable to access 'https://github.com/acme/app/': The requested URL returned error: 403",
  ])('to a token that may read only: %s', async (stderr) => {
    await expect(says('pushed to', stderr, withToken('ghp_reads'))).rejects.toThrow(
      `acme/app could not be pushed to: GitHub refused the stored token. Store another one under Repositories and reopen the task.\n\n${stderr.split('\n')[0]}`,
    );
  });

  it('to a push without a token', async () => {
    await expect(says('pushed to', "fatal: could not read Username for 'https://github.com'")).rejects.toThrow(
      'acme/app could not be pushed to: no token is stored. Store one under Repositories and reopen the task.',
    );
  });

  it.each([
    "fatal: unable to access 'https://github.com/acme/app.git/': Could not resolve host: github.com",
    "fatal: unable to access 'https://github.com/acme/app.git/': The requested URL returned error: 503",
    'error: remote unpack failed: index-pack failed',
  ])('is no refusal where something else went wrong: %s', async (stderr) => {
    await expect(says('cloned', stderr)).rejects.toBeInstanceOf(ProgramFailed);
  });
});

it('names what git said, and not the program that gives it no token', () => {
  const stderr = "error: unable to read askpass response from 'false'\nfatal: could not read Username for 'https://x'";
  expect(firstLineOf(new ProgramFailed('git', 128, stderr))).toBe("fatal: could not read Username for 'https://x'");
});
