import { ApiError, routes, type Client } from '@countersign/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { repositories } from '../store/firestore.ts';
import { useApi } from '../testing/api.ts';
import { atLast } from '../testing/at-last.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { startTestGithub } from '../testing/github.ts';

const github = await startTestGithub();
useTestEnvironment({ GITHUB_API_URL: github.url });
const api = useApi();
afterAll(() => github.stop());

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const hello = { name: 'hello', owner: 'acme', url: 'https://github.com/acme/hello' };

const newRepository = (client: Client) => client.call(routes.postRepository, { body: hello });
const newProject = (client: Client, name = 'Project') => client.call(routes.postProject, { body: { name } });
const countOf = async (client: Client, id: string) =>
  (await client.call(routes.getProject, { params: { id } })).repositoryCount;

async function issuesOf(call: Promise<unknown>): Promise<string[]> {
  const error = await call.catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error('the call was not refused');
  expect(error.status).toBe(400);
  return (error.reply?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('repositories', () => {
  test('move from project to project, and the counts with them', async () => {
    const { client } = await api.newUser();
    const [first, second] = [await newProject(client, 'First'), await newProject(client, 'Second')];
    const { id } = await newRepository(client);
    for (const projectId of [first.id, first.id, second.id, null, second.id]) {
      const linked = await client.call(routes.putRepository, { params: { id }, body: { projectId } });
      expect(linked.projectId).toBe(projectId);
      expect(await countOf(client, first.id)).toBe(Number(projectId === first.id));
      expect(await countOf(client, second.id)).toBe(Number(projectId === second.id));
    }
    await client.call(routes.deleteRepository, { params: { id } });
    expect(await countOf(client, second.id)).toBe(0);
  });

  test('inside a project: the owner is required, the name is taken from the url', async () => {
    const { client } = await api.newUser();
    const { id } = await newProject(client);
    const url = 'https://github.com/acme/hello.git';
    const made = await client.call(routes.postProjectRepository, {
      params: { id },
      body: { owner: 'acme', url, projectId: id },
    });
    expect(made).toMatchObject({ name: 'hello', owner: 'acme', projectId: id, isPrivate: false, hasToken: false });
    const without = client.call(routes.postProjectRepository, { params: { id }, body: { owner: '', url } });
    expect(await issuesOf(without)).toEqual(['owner: Owner is required']);
    const elsewhere = { owner: 'acme', url, projectId: made.id };
    expect(await issuesOf(client.call(routes.postProjectRepository, { params: { id }, body: elsewhere }))).toHaveLength(
      1,
    );
  });

  test('asked for again because the reply was lost, it is the same repository, and counted once', async () => {
    const { client } = await api.newUser();
    const { id } = await newProject(client);
    const headers = { 'Idempotency-Key': 'the-same-key' };
    const created = () =>
      atLast(() => client.call(routes.postProjectRepository, { params: { id }, body: hello, headers }));
    const same = await Promise.all([created(), created(), created()]);
    expect(new Set(same.map((made) => made.id)).size).toBe(1);
    expect(await created()).toEqual(same[0]);
    expect(await countOf(client, id)).toBe(1);
    expect(await client.call(routes.listRepositories)).toHaveLength(1);
    const url = 'https://github.com/acme/other';
    const other = client.call(routes.postRepository, { body: { ...hello, url, name: 'other' }, headers });
    await expect(other).rejects.toMatchObject({ status: 409, reply: { code: 'conflict' } });
  });

  test('owner and name are those of the url', async () => {
    const { client } = await api.newUser();
    const call = (body: typeof hello) => client.call(routes.postRepository, { body });
    expect(await issuesOf(call({ ...hello, owner: 'other' }))).toEqual(['owner: The URL belongs to acme']);
    expect(await issuesOf(call({ ...hello, name: 'other' }))).toEqual([
      'name: The URL belongs to the repository hello',
    ]);
    expect((await call({ ...hello, owner: 'ACME', name: 'Hello' })).name).toBe('hello');
  });

  test.each([
    'github.com/Acme/Hello.js',
    'HTTPS://GitHub.com/Acme/Hello.js.git',
    'git@github.com:Acme/Hello.js.git',
    'http://www.github.com/Acme/Hello.js/',
  ])('an address is stored in one form, however it is typed: %s', async (url) => {
    const { client } = await api.newUser();
    const made = await client.call(routes.postRepository, { body: { name: 'hello.JS', owner: 'ACME', url } });
    const canonical = { owner: 'Acme', name: 'Hello.js', url: 'https://github.com/Acme/Hello.js' };
    expect(made).toMatchObject(canonical);
    expect((await repositories().doc(made.id).get()).data()).toMatchObject(canonical);
    const { id } = await newProject(client);
    const params = { id };
    const inProject = await client.call(routes.postProjectRepository, { params, body: { owner: 'acme', url } });
    expect(inProject).toMatchObject(canonical);
  });

  test('an address that an earlier version stored as it was typed is told in that form', async () => {
    const { client } = await api.newUser();
    const { id } = await newRepository(client);
    await repositories().doc(id).update({ url: 'git@github.com:acme/hello.git' });
    expect(await client.call(routes.listRepositories)).toMatchObject([{ id, url: hello.url }]);
  });

  describe('that are one at GitHub, however they are spelled, are linked to a project once', () => {
    const said = 'ACME/Hello is linked to this project already';
    const body = { owner: 'ACME', name: 'Hello', url: 'https://github.com/ACME/Hello' };

    test('also where the second is made in it', async () => {
      const { client } = await api.newUser();
      const [{ id }, other] = [await newProject(client), await newProject(client, 'Other')];
      await client.call(routes.postRepository, { body: { ...hello, projectId: id } });
      const inProject = (projectId: string) =>
        client.call(routes.postProjectRepository, { params: { id: projectId }, body });
      expect(await issuesOf(inProject(id))).toEqual([`url: ${said}`]);
      expect(await issuesOf(client.call(routes.postRepository, { body: { ...body, projectId: id } }))).toEqual([
        `url: ${said}`,
      ]);
      expect(await countOf(client, id)).toBe(1);
      expect(await client.call(routes.listRepositories)).toHaveLength(1);
      expect(await inProject(other.id), 'another project may have it').toMatchObject({ projectId: other.id });
      expect(await client.call(routes.postRepository, { body }), 'and so may none').toMatchObject({ projectId: null });
    });

    test('also where the second is linked, or moved from another project; the first may be linked again', async () => {
      const { client } = await api.newUser();
      const [{ id }, other] = [await newProject(client), await newProject(client, 'Other')];
      const first = await client.call(routes.postRepository, { body: { ...hello, projectId: id } });
      const second = await client.call(routes.postRepository, { body });
      const link = (repositoryId: string, projectId: string | null) =>
        client.call(routes.putRepository, { params: { id: repositoryId }, body: { projectId } });
      const refused = { status: 409, reply: { code: 'conflict', message: said } };
      await expect(link(second.id, id)).rejects.toMatchObject(refused);
      await link(second.id, other.id);
      await expect(link(second.id, id)).rejects.toMatchObject(refused);
      expect([await countOf(client, id), await countOf(client, other.id)]).toEqual([1, 1]);
      expect(await link(first.id, id), 'it is there').toMatchObject({ projectId: id });
      await link(first.id, null);
      expect(await link(second.id, id)).toMatchObject({ projectId: id });
    });

    test('also where both come at once', async () => {
      const { client } = await api.newUser();
      const { id } = await newProject(client);
      const made = await newRepository(client);
      const params = { id };
      const calls = await Promise.allSettled([
        client.call(routes.postProjectRepository, { params, body }),
        client.call(routes.putRepository, { params: { id: made.id }, body: { projectId: id } }),
        client.call(routes.postProjectRepository, { params, body }),
      ]);
      expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await countOf(client, id)).toBe(1);
    });
  });

  test("another user's project cannot be linked to", async () => {
    const [owner, other] = [await api.newUser(), await api.newUser()];
    const { id: projectId } = await newProject(other.client);
    const { id } = await newRepository(owner.client);
    const attempt = owner.client.call(routes.putRepository, { params: { id }, body: { projectId } });
    const isRefused = { status: 404, reply: { code: 'not_found', issues: [{ path: ['projectId'] }] } };
    await expect(attempt).rejects.toMatchObject(isRefused);
    const added = owner.client.call(routes.postRepository, { body: { ...hello, projectId } });
    await expect(added).rejects.toMatchObject(isRefused);
    const gone = owner.client.call(routes.putRepository, { params: { id }, body: { projectId: newId() } });
    await expect(gone, 'as little as of one that does not exist').rejects.toMatchObject(isRefused);
    expect(await countOf(other.client, projectId)).toBe(0);
  });
});

describe('the token of a repository', () => {
  test('is checked at GitHub, kept when empty, removed by null, and never told', async () => {
    const { client } = await api.newUser();
    const { id } = await newRepository(client);
    const set = (githubToken: string | null) =>
      client.call(routes.putRepositoryAuth, { params: { id }, body: { githubToken } });
    github.answer(200);
    const stored = await set(TOKEN);
    expect(stored.hasToken).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(TOKEN);
    expect(github.asked.at(-1)).toBe(`/repos/acme/hello Bearer ${TOKEN}`);
    expect((await set('')).hasToken).toBe(true);
    expect((await set(null)).hasToken).toBe(false);
    expect(logLines.join()).not.toContain(TOKEN);
  });

  test.each([401, 404])('is refused when GitHub answers %i', async (status) => {
    const { client } = await api.newUser();
    const { id } = await newRepository(client);
    github.answer(status);
    const attempt = client.call(routes.putRepositoryAuth, { params: { id }, body: { githubToken: TOKEN } });
    expect(await issuesOf(attempt)).toEqual(['githubToken: This token gives no access to acme/hello on GitHub']);
    expect((await client.call(routes.listRepositories))[0]?.hasToken).toBe(false);
  });

  test.each([403, 500, 503])('is not refused because GitHub has trouble of its own (%i)', async (status) => {
    const { client } = await api.newUser();
    const { id } = await newRepository(client);
    github.answer(status);
    const stored = await client.call(routes.putRepositoryAuth, {
      params: { id },
      body: { githubToken: TOKEN, isPrivate: true },
    });
    expect(stored).toMatchObject({ hasToken: true, isPrivate: true });
  });
});
