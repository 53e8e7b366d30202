import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimedTask } from '@countersign/contract/agent';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { createGit, initRepository, prepareGitHome } from '../../workspace/git/git.ts';
import { commitAll, countersignerOf } from '../commit/commit.ts';
import { push } from './push.ts';

const task = { id: 't', title: 'A task', evidence: { countersignedBy: 'Ada', note: null } } as ClaimedTask;
const finishedAt = '2026-01-01T00:00:00Z';
const mayBegin = () => Promise.resolve(true);
let host: TestGitHost;

beforeAll(async () => {
  host = await startGitHost();
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** A clone with two commits of its own, as earlier versions left one where the first was rejected. */
async function withTwoCommits(name: string) {
  host.create(`acme/${name}`, { 'a.txt': 'a\n' });
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const folder = join(runnerHome, 'files');
  const gitDir = join(runnerHome, 'it.git');
  mkdirSync(folder);
  const git = createGit({
    gitDir,
    workTree: folder,
    runnerHome,
    redirects: [[host.env.GIT_CONFIG_KEY_0 ?? '', host.env.GIT_CONFIG_VALUE_0 ?? '']],
    path: process.env.PATH ?? '',
    origin: `https://github.com/acme/${name}.git`,
  });
  const what = { credentials: { username: 'x-access-token', token: host.token }, signal: new AbortController().signal };
  await initRepository(git, gitDir);
  await git(['fetch', '--quiet', '--depth', '20', 'origin', 'main'], what);
  await git(['checkout', '--quiet', '-B', 'work', 'FETCH_HEAD']);
  const head = () => git(['rev-parse', 'HEAD']);
  const baseCommit = await head();
  const checkout: Checkout = { repository: null, folder, gitDir, git, branch: 'work', base: 'main', baseCommit };
  const commit = async (words: string) => {
    writeFileSync(join(folder, 'b.txt'), `${words}\n`);
    await git(['add', '--all']);
    await git(['commit', '--quiet', `--message=${words}`]);
    return head();
  };
  return { checkout, first: await commit('a key'), second: await commit('no key'), what, onBranch: `main..work` };
}

it('pushes no commit that would bring others with it, unless they were pushed before', async () => {
  const { checkout, first, second, what, onBranch } = await withTwoCommits('walled');
  const words = `others with it that nobody has approved (${first.slice(0, 8)}). Reopen the task`;
  await expect(push(checkout, { ...what, commit: second }, mayBegin)).rejects.toThrow(words);
  expect(() => host.git('acme/walled', 'rev-parse', 'work')).toThrow();
  await push(checkout, { ...what, commit: first }, mayBegin);
  await push(checkout, { ...what, commit: second }, mayBegin);
  expect(host.git('acme/walled', 'rev-list', onBranch).split('\n')).toEqual([second, first]);
});

it('commits the same files anew where the last commit would bring another with it, and then never again', async () => {
  const { checkout, second, what, onBranch } = await withTwoCommits('anew');
  let looked = 0;
  const findPushed = () => {
    looked += 1;
    return Promise.resolve(null);
  };
  const commit = await commitAll(checkout, { task, finishedAt, pushed: null, findPushed });
  expect(await checkout.git(['diff', '--stat', second, commit])).toBe('');
  expect(await countersignerOf(checkout, commit)).toBe('Ada');
  expect(await countersignerOf(checkout, second)).toBeNull();
  const later = { task, finishedAt: '2026-01-02T00:00:00Z', pushed: null, findPushed };
  expect(await commitAll(checkout, later)).toBe(commit);
  expect(looked).toBe(1);
  await push(checkout, { ...what, commit }, mayBegin);
  expect(host.git('acme/anew', 'rev-list', onBranch)).toBe(commit);
});

it('leaves out what is ignored since it was asked about, but nothing that the branch has', async () => {
  const { checkout, first } = await withTwoCommits('ignoring');
  const filesOf = async (commit: string) => (await checkout.git(['ls-tree', '--name-only', commit])).split('\n');
  const commitOn = (pushed: string | null) =>
    commitAll(checkout, { task, finishedAt, pushed, findPushed: () => Promise.resolve(pushed) });
  expect(await filesOf('HEAD')).toContain('b.txt');
  writeFileSync(join(checkout.folder, '.gitignore'), 'a.txt\nb.txt\n');
  expect(await filesOf(await commitOn(null))).toEqual(['.gitignore', 'a.txt']);
  await checkout.git(['checkout', '--quiet', '--force', '-B', 'work', first]);
  writeFileSync(join(checkout.folder, '.gitignore'), 'b.txt\n');
  expect(await filesOf(await commitOn(first))).toEqual(['.gitignore', 'a.txt', 'b.txt']);
});

it('commits all the same where what was pushed is not here: of another repository, or lost with its branch', async () => {
  const { checkout } = await withTwoCommits('elsewhere');
  writeFileSync(join(checkout.folder, '.gitignore'), 'a.txt\nb.txt\n');
  const pushed = 'c'.repeat(40);
  const commit = await commitAll(checkout, { task, finishedAt, pushed, findPushed: () => Promise.resolve(null) });
  expect((await checkout.git(['ls-tree', '--name-only', commit])).split('\n')).toEqual(['.gitignore', 'a.txt']);
});

it('goes back to the last commit that was pushed, or to the base, where files are as they were there', async () => {
  const { checkout, first, second } = await withTwoCommits('back');
  const commitOn = (pushed: string | null) =>
    commitAll(checkout, { task, finishedAt, pushed, findPushed: () => Promise.resolve(pushed) });
  writeFileSync(join(checkout.folder, 'b.txt'), 'a key\n');
  expect(await commitOn(first)).toBe(first);
  await checkout.git(['checkout', '--quiet', '-B', 'work', second]);
  await checkout.git(['rm', '--quiet', 'b.txt']);
  expect(await commitOn(null)).toBe(checkout.baseCommit);
});
