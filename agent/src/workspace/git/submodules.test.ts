import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gitRedirectsOf } from '../../environment/git-redirects.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { makeFolders } from '../folders.ts';
import type { Checkout } from './checkout.ts';
import { createGit, prepareGitHome } from './git.ts';
import { fetchSubmodules } from './submodules.ts';

const root = mkdtempSync(join(tmpdir(), 'countersign-submodules-'));
let host: TestGitHost;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/lib', { 'lib.txt': 'one\n' });
});
afterAll(() => {
  host.stop();
  rmSync(root, { recursive: true });
});

const paths = ['A/x', 'A/deep/x', 'B/x', 'C/x', 'x'];

it('places nothing behind a link, which on some disks is there under another name', async () => {
  const folders = await makeFolders(root, 'task');
  await prepareGitHome(folders.runner);
  const [folder, gitDir] = [folders.workspace, join(folders.runner, 'it.git')];
  const options = { redirects: gitRedirectsOf(host.env), path: process.env.PATH ?? '' };
  const git = createGit({ ...options, gitDir, workTree: folder, runnerHome: folders.runner });
  await git(['init', '--quiet']);
  const modules = paths.map((path) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ../lib.git\n`);
  writeFileSync(join(folder, '.gitmodules'), modules.join(''));
  await git(['add', '--all']);
  await git(['commit', '--quiet', '--message=Base']);
  const outside = join(root, 'outside');
  for (const path of ['x', 'deep/x']) {
    mkdirSync(join(outside, path), { recursive: true });
    writeFileSync(join(outside, path, 'mine.txt'), 'mine\n');
  }
  // As where `a`, a link of the repository, is `A`.
  symlinkSync(outside, join(folder, 'A'));
  writeFileSync(join(folder, 'C'), 'a file');
  mkdirSync(join(folder, 'x'));
  const repository = { cloneUrl: 'https://github.com/acme/app.git' } as NonNullable<Checkout['repository']>;
  const baseCommit = await git(['rev-parse', 'HEAD']);
  const commit = host.git('acme/lib', 'rev-parse', 'main');
  const placed = await fetchSubmodules(
    { repository, folder, gitDir, git, branch: 'work', base: 'main', baseCommit },
    paths.map((path) => ({ path, commit })),
    {
      ...options,
      folders,
      accessTo: async () => ({ credentials: { username: 'x-access-token', token: host.token }, remark: null }),
      limitBytes: 100_000_000,
      signal: new AbortController().signal,
    },
  );
  const barred = 'a link or file lies on its way';
  expect(placed.map(({ path, problem }) => [path, problem])).toEqual([
    ['A/x', barred],
    ['A/deep/x', barred],
    ['B/x', null],
    ['C/x', barred],
    ['x', null],
  ]);
  for (const path of ['x', 'deep/x']) {
    expect(readFileSync(join(outside, path, 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(outside, path, 'lib.txt'))).toBe(false);
  }
  for (const path of ['B/x', 'x']) expect(readFileSync(join(folder, path, 'lib.txt'), 'utf8')).toBe('one\n');
});
