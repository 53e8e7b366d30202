import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunnerEnvironment } from '../../environment/env.ts';
import { gitRedirectsOf } from '../../environment/git-redirects.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { checkOut, type Checkout } from './checkout.ts';
import { makeFolders } from '../folders.ts';
import { prepareGitHome } from './git.ts';
import { createKeptClones } from './kept-clones.ts';

const root = mkdtempSync(join(tmpdir(), 'countersign-clones-'));
let host: TestGitHost;
const onHost = (...args: string[]) => host.git('acme/app', ...args);
const objects = () => join(onHost('rev-parse', '--absolute-git-dir'), 'objects');

/** A commit on the host's main that writes one file. */
function commit(path: string): string {
  const data = `data 4\nfile\n`;
  const stream = `commit refs/heads/main\ncommitter T <t@example.com> 1700000001 +0000\ndata ${path.length}\n${path}\nfrom refs/heads/main^0\nM 644 inline ${path}\n${data}\ndone\n`;
  host.feed(stream, 'acme/app', 'fast-import', '--quiet', '--done');
  return onHost('rev-parse', 'main');
}

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'one.txt': 'one\n' });
});
afterAll(() => {
  host.stop();
  rmSync(root, { recursive: true });
});

const repository = {
  id: 'repo',
  owner: 'acme',
  name: 'app',
  cloneUrl: 'https://github.com/acme/app.git',
  isPrivate: false,
  hasToken: false,
};

const looseOf = (objects: string, id: string) => join(objects, id.slice(0, 2), id.slice(2));
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const clones = createKeptClones(join(root, '.kept'), 100_000_000, log);

async function begin(task: string, kept = clones): Promise<Checkout> {
  const folders = await makeFolders(root, task);
  await prepareGitHome(folders.runner);
  return checkOut({
    repository,
    folder: folders.workspace,
    branch: `countersign/${task}`,
    folders,
    environment: {
      gitRedirects: gitRedirectsOf(host.env),
      path: process.env.PATH ?? '',
      gitLimitSeconds: 120,
    } as unknown as RunnerEnvironment,
    credentials: { username: 'x-access-token', token: host.token },
    log,
    startAt: null,
    baseBranch: null,
    needsBaseBranch: true,
    kept,
    signal: new AbortController().signal,
  });
}

it('a task begins with what the last one cloned, and with nothing that it did', async () => {
  const base = onHost('rev-parse', 'main');
  const first = await begin('first');
  expect(first.baseCommit).toBe(base);
  writeFileSync(join(first.folder, 'mine.txt'), 'of the first task\n');
  await first.git(['add', '.']);
  await first.git(['commit', '--quiet', '-m', 'Mine']);
  await first.git(['config', 'user.name', 'Somebody']);
  await clones.keep([first]);

  // The host can say which commit is its newest, but cannot serve it: a fetch would fail.
  const tree = onHost('rev-parse', 'main^{tree}');
  const place = looseOf(objects(), tree);
  renameSync(place, `${place}.away`);
  const second = await begin('second');
  expect([second.baseCommit, existsSync(join(second.folder, 'one.txt'))]).toEqual([base, true]);
  expect(existsSync(join(second.folder, 'mine.txt'))).toBe(false);
  expect(await second.git(['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/countersign/second');
  expect(await second.git(['config', '--get', 'user.name']).catch(() => null)).toBeNull();
  expect(await second.git(['status', '--porcelain'])).toBe('');
  renameSync(`${place}.away`, place);

  await clones.keep([second]);
  const newer = commit('two.txt');
  const third = await begin('third');
  expect([third.baseCommit, existsSync(join(third.folder, 'two.txt'))]).toEqual([newer, true]);
  expect(await third.git(['log', '-2', '--format=%s'])).toBe('two.txt\nfirst');
  expect(await third.git(['fsck', '--no-dangling'])).toBe('');
});

it('a clone that has become large is not kept', async () => {
  const small = createKeptClones(join(root, '.kept-small'), 1, log);
  const task = await begin('large', small);
  await small.keep([task]);
  expect(existsSync(join(root, '.kept-small/repo.git'))).toBe(false);
});

it('a clone that cannot be kept is told in the log, and the next one is kept all the same', async () => {
  const [broken, whole] = [await begin('broken'), await begin('whole')];
  const other = { ...whole, repository: { ...repository, id: 'other' } };
  lines.length = 0;
  await clones.keep([{ ...broken, gitDir: join(root, 'nowhere') }, other]);
  expect(lines).toEqual([
    expect.stringMatching(/^what was cloned of acme\/app is not kept for the next task: .*ENOENT/),
  ]);
  expect(existsSync(join(root, '.kept/other.git/objects'))).toBe(true);
});
