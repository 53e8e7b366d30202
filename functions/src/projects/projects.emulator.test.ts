import { ApiError, routes } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { useApi } from '../testing/api.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const api = useApi();

describe('projects', () => {
  test('are created with defaults, listed newest first, changed and deleted', async () => {
    const { client } = await api.newUser();
    const first = await client.call(routes.postProject, { body: { name: 'First' } });
    expect(first).toMatchObject({ name: 'First', status: 'active', autoCreateContainers: false, taskCount: 0 });
    const second = await client.call(routes.postProject, { body: { name: 'Second', status: 'on hold' } });
    const listed = await client.call(routes.listProjects);
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed[0]).toMatchObject({ repositories: [], tasks: [] });
    const changed = await client.call(routes.patchProject, { params: { id: first.id }, body: { description: 'Text' } });
    expect(changed).toMatchObject({ name: 'First', description: 'Text' });
    await client.call(routes.deleteProject, { params: { id: first.id } });
    const gone = client.call(routes.getProject, { params: { id: first.id } });
    await expect(gone).rejects.toMatchObject({ status: 404, reply: { code: 'not_found' } });
  });

  test('asked for again because the reply was lost, it is the same project', async () => {
    const { client } = await api.newUser();
    const create = (key: string, name = 'Loom') =>
      client.call(routes.postProject, { body: { name }, headers: { 'Idempotency-Key': key } });
    const created = () => atLast(() => create('the-same-key'));
    const same = await Promise.all([created(), created(), created()]);
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    expect(await create('the-same-key')).toEqual(same[0]);
    await expect(create('the-same-key', 'Wheel')).rejects.toMatchObject({ status: 409, reply: { code: 'conflict' } });
    const params = { id: same[0].id };
    await client.call(routes.patchProject, { params, body: { name: 'Jacquard loom' } });
    expect(await create('the-same-key'), 'changed since').toMatchObject({ ...params, name: 'Jacquard loom' });
    expect(await client.call(routes.listProjects)).toHaveLength(1);
    expect((await create('another-key')).id).not.toBe(same[0].id);
    const { client: other } = await api.newUser();
    const theirs = await other.call(routes.postProject, {
      body: { name: 'Theirs' },
      headers: { 'Idempotency-Key': 'the-same-key' },
    });
    expect(theirs).toMatchObject({ name: 'Theirs' });
    await client.call(routes.deleteProject, { params });
    const again = create('the-same-key');
    await expect(again, 'deleted since').rejects.toMatchObject({ status: 409, reply: { code: 'conflict' } });
    expect((await client.call(routes.listProjects)).map(({ id }) => id)).not.toContain(params.id);
  });

  test('the summary leaves out repositories and tasks', async () => {
    const { client } = await api.newUser();
    await client.call(routes.postProject, { body: { name: 'One' } });
    const [project] = await client.call(routes.listProjects, { query: { view: 'summary' } });
    expect(project).not.toHaveProperty('tasks');
    expect(project).not.toHaveProperty('repositories');
  });

  test('pages lead through the whole list', async () => {
    const { client, user } = await api.newUser();
    for (const name of ['a', 'b', 'c']) await client.call(routes.postProject, { body: { name } });
    const headers = { Authorization: `Bearer ${user.token}` };
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply: Response = await fetch(`${api.url()}/api/projects?limit=2${cursor && `&cursor=${cursor}`}`, {
        headers,
      });
      names.push(...((await reply.json()) as { name: string }[]).map(({ name }) => name));
      cursor = reply.headers.get('X-Next-Cursor');
    }
    expect(names).toEqual(['c', 'b', 'a']);
  });

  test('belong to their user', async () => {
    const [owner, other] = [await api.newUser(), await api.newUser()];
    const project = await owner.client.call(routes.postProject, { body: { name: 'Mine' } });
    const attempts = [
      other.client.call(routes.getProject, { params: { id: project.id } }),
      other.client.call(routes.patchProject, { params: { id: project.id }, body: { name: 'Yours' } }),
      other.client.call(routes.deleteProject, { params: { id: project.id } }),
    ];
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(ApiError) });
      expect(attempt).toMatchObject({ reason: { status: 404 } });
    }
    expect(await other.client.call(routes.listProjects)).toEqual([]);
  });
});
