import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listening } from '../lib/listen.ts';
import { asDescribed } from './as-described.ts';
import { startGitHost } from './server.ts';

const TOKEN = 'ghp_known';
const run = promisify(execFile);
let host: Listening;
let work: string;
let repositories: string;

beforeAll(async () => {
  repositories = newFolder();
  host = await startGitHost(0, { folder: repositories, tokens: [TOKEN] });
  work = newFolder();
});
afterAll(() => host.close());

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'countersign-git-'));
}

/** git as the runner uses it: GitHub's address, redirected by configuration in the environment. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: work,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.http://127.0.0.1:${host.port}/.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://github.com/',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  return (await run('git', args, { cwd: folder, env })).stdout.trim();
}

const withToken = (token: string) => [
  '-c',
  `http.extraHeader=Authorization: Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
];

const api = (path: string, init: RequestInit = {}, token?: string) =>
  fetch(`http://127.0.0.1:${host.port}/api/v3${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });

async function pushBranch(
  folder: string,
  branch: string,
  file: string,
  repository = 'acme/hello-world',
): Promise<void> {
  await git(work, 'clone', '--quiet', `https://github.com/${repository}`, folder);
  await git(folder, 'switch', '--quiet', '--create', branch);
  writeFileSync(join(folder, file), 'text\n');
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', `Add ${file}`);
  await git(folder, ...withToken(TOKEN), 'push', '--quiet', 'origin', branch);
}

describe('git', () => {
  test('a bare repository that somebody puts there is cloned, pushed to and listed like the samples', async () => {
    const bare = join(repositories, 'ada/loom.git');
    await git(work, 'clone', '--quiet', '--bare', 'https://github.com/acme/hello-world', bare);
    await pushBranch(join(work, 'own'), 'own', 'own.md', 'ada/loom');
    expect(await git(bare, 'show', 'own:own.md')).toBe('text');
    expect(await (await api('/repos/ada/loom')).json()).toMatchObject({ full_name: 'ada/loom', private: false });
  });

  test('a public repository is cloned by its GitHub address, with or without .git', async () => {
    for (const [index, url] of ['acme/hello-world', 'acme/hello-world.git'].entries()) {
      const folder = join(work, `clone-${index}`);
      await git(work, 'clone', '--quiet', '--depth', '1', `https://github.com/${url}`, folder);
      expect(readFileSync(join(folder, 'src/index.js'), 'utf8')).toContain('greet');
    }
  });

  test('the seeded commits are the same everywhere', async () => {
    const lines = await git(work, 'ls-remote', 'https://github.com/acme/hello-world', 'refs/heads/main');
    const other = await startGitHost(0, { folder: newFolder(), tokens: [] });
    const again = await git(work, 'ls-remote', `http://127.0.0.1:${other.port}/acme/hello-world`, 'refs/heads/main');
    await other.close();
    expect(again).toBe(lines);
  });

  test('a private repository needs a token that is known', async () => {
    const url = 'https://github.com/acme/vault';
    await expect(git(work, 'ls-remote', url)).rejects.toThrow(/could not read Username|Authentication failed/);
    await expect(git(work, ...withToken('ghp_wrong'), 'ls-remote', url)).rejects.toThrow(
      /Authentication failed|Username/,
    );
    expect(await git(work, ...withToken(TOKEN), 'ls-remote', url)).toContain('refs/heads/main');
  });

  test('a missing repository is not found', async () => {
    await expect(git(work, 'ls-remote', 'https://github.com/acme/none')).rejects.toThrow(/not found/i);
  });

  test('a push needs a token, also to a public repository', async () => {
    const folder = join(work, 'push');
    await pushBranch(folder, 'feature', 'feature.txt');
    expect(await git(folder, 'ls-remote', 'origin', 'refs/heads/feature')).toContain(
      await git(folder, 'rev-parse', 'HEAD'),
    );
    await expect(git(folder, 'push', 'origin', 'HEAD:refs/heads/other')).rejects.toThrow(/Username/);
  });
});

describe('GitHub REST', () => {
  test('a repository says what it is; a private one exists only with a token', async () => {
    const answer = await api('/repos/acme/hello-world');
    expect(await answer.json()).toMatchObject({
      full_name: 'acme/hello-world',
      private: false,
      default_branch: 'main',
    });
    expect((await api('/repos/acme/vault')).status).toBe(404);
    expect((await api('/repos/acme/vault', {}, TOKEN)).status).toBe(200);
    expect((await api('/repos/acme/vault', {}, 'ghp_wrong')).status).toBe(401);
    expect((await api('/repos/acme/none', {}, TOKEN)).status).toBe(404);
  });

  test('a pull request is opened once a branch', async () => {
    await pushBranch(join(work, 'pull'), 'countersign/one', 'one.txt');
    const body = JSON.stringify({ title: 'One', body: 'Text', head: 'countersign/one', base: 'main' });
    expect((await api('/repos/acme/hello-world/pulls', { method: 'POST', body })).status).toBe(401);
    const created = await api('/repos/acme/hello-world/pulls', { method: 'POST', body }, TOKEN);
    expect(created.status).toBe(201);
    const pull = (await created.json()) as { html_url: string };
    expect(pull).toMatchObject({ number: 1, state: 'open', head: { ref: 'countersign/one' }, base: { ref: 'main' } });

    const again = await api('/repos/acme/hello-world/pulls', { method: 'POST', body }, TOKEN);
    expect(again.status).toBe(422);
    expect(JSON.stringify(await again.json())).toContain('A pull request already exists for acme:countersign/one.');

    const list = await api('/repos/acme/hello-world/pulls?head=acme:countersign/one&base=main&state=open', {}, TOKEN);
    expect(await list.json()).toMatchObject([{ number: 1, title: 'One' }]);
    const none = await api('/repos/acme/hello-world/pulls?head=acme:other', {}, TOKEN);
    expect(await none.json()).toEqual([]);
    expect(await (await fetch(pull.html_url)).text()).toContain('+text');
    const page = await (await fetch(`http://127.0.0.1:${host.port}/acme/hello-world`)).text();
    for (const words of ['acme/hello-world, on', 'countersign/one', '#1 One (open)', 'README.md']) {
      expect(page).toContain(words);
    }
    const hidden = await fetch(`http://127.0.0.1:${host.port}/acme/vault`);
    expect([hidden.status, await hidden.text()]).toEqual([404, expect.not.stringContaining('plans')]);

    const ref = await (await api('/repos/acme/hello-world/git/ref/heads/countersign/one')).json();
    expect(ref).toMatchObject({ object: { sha: await git(join(work, 'pull'), 'rev-parse', 'HEAD') } });
    expect((await api('/repos/acme/hello-world/git/ref/heads/countersign/none')).status).toBe(404);
  });

  test('an open pull request gets other words, is closed and opened again; it is merged once its base has it', async () => {
    const folder = join(work, 'words');
    await pushBranch(folder, 'countersign/words', 'words.txt');
    const at = '/repos/acme/hello-world/pulls';
    const send = async (method: string, path: string, body: object, token = TOKEN) => {
      const answer = await api(path, { method, body: JSON.stringify(body) }, token);
      return { status: answer.status, pull: (await answer.json()) as { number: number; head: { sha: string } } };
    };
    const made = await send('POST', at, { title: 'One', body: 'Text', head: 'countersign/words', base: 'main' });
    const one = `${at}/${made.pull.number}`;
    const words = { title: 'Two', body: 'Other text' };
    expect((await api(one, { method: 'PATCH', body: JSON.stringify(words) })).status).toBe(401);
    expect(await send('PATCH', one, words)).toMatchObject({ status: 200, pull: { ...words, state: 'open' } });
    expect(await send('PATCH', one, { state: 'closed' })).toMatchObject({ pull: { ...words, state: 'closed' } });
    expect(await send('PATCH', one, { state: 'open' })).toMatchObject({ pull: { state: 'open', closed_at: null } });
    expect(await send('PATCH', one, { head: 'x' }), 'is no field of it').toMatchObject({ status: 500 });
    const head = await git(folder, 'rev-parse', 'HEAD');
    await git(folder, ...withToken(TOKEN), 'push', '--quiet', 'origin', 'HEAD:main');
    const list = async () => (await api(`${at}?head=acme:countersign/words&state=all`, {}, TOKEN)).json();
    expect(await list()).toMatchObject([{ state: 'closed', merged_at: expect.any(String) as string }]);
    await git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Later');
    await git(folder, ...withToken(TOKEN), 'push', '--quiet', 'origin', 'HEAD:countersign/words');
    expect(await list(), 'what comes later is not in it').toMatchObject([{ head: { sha: head } }]);
    expect((await send('PATCH', one, { state: 'open' })).status).toBe(422);
  });

  test('a pull request of a missing branch, or of one without commits, is refused', async () => {
    const post = (head: string) =>
      api(
        '/repos/acme/hello-world/pulls',
        { method: 'POST', body: JSON.stringify({ title: 'x', head, base: 'main' }) },
        TOKEN,
      );
    const missing = await post('no-such-branch');
    expect(missing.status).toBe(422);
    expect(await missing.json()).toMatchObject({ errors: [{ field: 'head', code: 'invalid' }] });
    expect((await post('main')).status).toBe(422);
  });
});

describe("GitHub's own description of its API", () => {
  const told = async (answer: Response) => [answer.status, ((await answer.json()) as { message: string }).message];

  test.each([
    ['an operation that is not known', '/repos/acme/hello-world/branches', {}, 'no operation that is known'],
    ['a parameter that there is not', '/repos/acme/hello-world/pulls?hed=x', {}, 'it has no parameter hed'],
    ['a value that is none of its', '/repos/acme/hello-world/pulls?state=merged', {}, 'state: '],
    ['a number that is none', '/repos/acme/hello-world/pulls?per_page=many', {}, 'per_page: '],
    ['a field that there is not', '/repos/acme/hello-world/pulls', { titel: 'x' }, 'it has no field titel'],
    ['a field that is missing', '/repos/acme/hello-world/pulls', { title: 'x', head: 'y' }, 'base'],
  ])('refuses %s', async (_what, path, body, why) => {
    const init = Object.keys(body).length > 0 ? { method: 'POST', body: JSON.stringify(body) } : {};
    const [status, message] = await told(await api(path, init, TOKEN));
    expect(status).toBe(500);
    expect(message).toContain('is not a request that GitHub describes');
    expect(message).toContain(why);
  });

  test.each([
    ['a field is missing', 200, { object: {} }],
    ['the status is none that the operation has', 418, {}],
  ])('lets no reply out where %s', async (_what, status, reply) => {
    const app = express().use(asDescribed());
    app.get('/repos/acme/hello-world/git/ref/heads/main', (_req, res) => void res.status(status).json(reply));
    const server = await listen(app, 0);
    const url = `http://127.0.0.1:${server.port}/repos/acme/hello-world/git/ref/heads/main`;
    const [code, message] = await told(await fetch(url));
    await server.close();
    expect(code).toBe(500);
    expect(message).toContain('got no reply that GitHub describes');
  });
});
