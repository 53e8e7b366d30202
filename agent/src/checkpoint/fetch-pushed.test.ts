import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunnerEnvironment } from '../environment/env.ts';
import { gitRedirectsOf } from '../environment/git-redirects.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { makeFolders } from '../workspace/folders.ts';
import { checkOut } from '../workspace/git/checkout.ts';
import { prepareGitHome } from '../workspace/git/git.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { packCheckpoint, restoreFiles, unpackCheckpoint } from './checkpoint-pack.ts';
import { newJournal } from './journal.ts';

let host: TestGitHost;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'one.txt': 'one\n' });
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const cloneUrl = 'https://github.com/acme/app.git';
const repository = { id: 'repo', owner: 'acme', name: 'app', cloneUrl, isPrivate: false, hasToken: true };
const limits = { limitBytes: 1024 * 1024, signal: new AbortController().signal };
const attribution = { running: () => new Set<string>(), saved: async () => '' };

async function newWorkspace() {
  const folders = await makeFolders(makeFolder(), 'task');
  await prepareGitHome(folders.runner);
  const credentials = { username: 'x-access-token', token: host.token };
  const checkout = await checkOut({
    repository,
    folder: folders.workspace,
    branch: 'countersign/task',
    folders,
    environment: {
      gitRedirects: gitRedirectsOf(host.env),
      path: process.env.PATH ?? '',
      gitLimitSeconds: 120,
    } as RunnerEnvironment,
    credentials,
    startAt: null,
    baseBranch: null,
    needsBaseBranch: false,
    log: () => undefined,
    signal: limits.signal,
  });
  const workspace: Workspace = {
    folders,
    checkouts: [checkout],
    credentialsOf: async () => credentials,
    user: null,
  };
  return { workspace, checkout, credentials };
}

it('restores what was saved of a history that was cut at a pushed commit, also once its branch is deleted', async () => {
  const { workspace, checkout, credentials } = await newWorkspace();
  const { git, folder, gitDir, branch } = checkout;
  const commit = async (name: string) => {
    writeFileSync(join(folder, name), name);
    await git(['add', '--all']);
    await git(['commit', '--quiet', '--message', name]);
    return git(['rev-parse', 'HEAD']);
  };
  const first = await commit('a.txt');
  const pushed = await commit('b.txt');
  await git(['push', '--quiet', 'origin', `${pushed}:refs/heads/${branch}`], { credentials });
  appendFileSync(join(gitDir, 'shallow'), `${pushed}\n`);
  const last = await commit('c.txt');
  writeFileSync(join(folder, 'd.txt'), 'd.txt');
  const journal = newJournal('demo');
  journal.results = { one: { commit: 'f'.repeat(40) }, two: { commit: pushed, pullRequest: null }, told: null };
  const packed = await packCheckpoint(workspace, journal, attribution, null, limits);
  host.git('acme/app', 'update-ref', 'refs/pull/1/head', pushed);
  host.git('acme/app', 'update-ref', '-d', `refs/heads/${branch}`);
  const next = await newWorkspace();
  await restoreFiles(await unpackCheckpoint(packed?.file ?? '', makeFolder()), next.workspace);
  const history = await next.checkout.git(['rev-list', `${next.checkout.baseCommit}..HEAD`]);
  expect(history.split('\n')).toEqual([last, pushed, first]);
  expect(await next.checkout.git(['status', '--porcelain'])).toBe('?? d.txt');
});
