import { routes, signal, type Client, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { randomBytes } from 'node:crypto';
import { getAuth } from 'firebase-admin/auth';
import { jwtVerify } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'zod/v4/core';
import { collection, db, documentSchemas } from '../store/firestore.ts';
import { readSecret } from '../secrets/store.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newNonce, refusal, useStack } from '../testing/agents.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { everything } from '../testing/everything.ts';
import { startTestObjectStore } from '../testing/object-store.ts';
import { documentsOf, keptStores, loadStore, type StoredDocument } from '../testing/stored-store.ts';
import { clientOf, signIn } from '../testing/users.ts';

/*
 * Stores left by earlier versions, opened by this one (docs/decisions/010). If one of these tests fails, a stored
 * document can no longer be read: give the new field a default or migrate what is stored. The files are never edited.
 */
const stores = keptStores();
// No store was written with the newest key: the sweeper encrypts everything stored with it.
const keys: Record<string, string> = { newest: randomBytes(32).toString('base64') };
for (const [, store] of stores) Object.assign(keys, JSON.parse(store.keys.SECRETS_KEYS));
useTestEnvironment({ SECRETS_KEYS: JSON.stringify(keys) });
startTestObjectStore();
const stack = useStack();

/** The collections behind lists and single things, by the word in a route's path. */
const collections: Record<string, string> = {
  projects: 'projects',
  repositories: 'repositories',
  tasks: 'tasks',
  'task-items': 'taskItems',
  containers: 'containers',
};

describe.each(stores)('the store of %s', (_name, store) => {
  const documents = documentsOf(store);
  let client: Client;

  beforeAll(async () => {
    await loadStore(store);
    const [owner] = store.accounts;
    client = clientOf(stack.apiUrl(), await signIn(owner?.email ?? '', owner?.password ?? ''));
  });

  /** The owner's documents in a collection. */
  const own = (name: string, fields: Record<string, unknown> = {}) =>
    documents.filter(({ path, data }) => {
      const isThere = path.startsWith(`${name}/`) && path.split('/').length === 2;
      const wanted = Object.entries({ userId: store.accounts[0]?.uid, ...fields });
      return isThere && wanted.every(([field, value]) => data[field] === value);
    });

  const one = (name: string, fields: Record<string, unknown>): StoredDocument => {
    const [found] = own(name, fields);
    if (!found) throw new Error(`The store has no document of ${name} with ${JSON.stringify(fields)}`);
    return found;
  };

  /** What each list shows, by its path; `id` is the one in the path. */
  const listed: Record<string, (id: string) => StoredDocument[]> = {
    '/api/projects': () => own('projects'),
    '/api/projects/:id/repositories': (id) => own('repositories', { projectId: id }),
    '/api/projects/:id/tasks': (id) => own('tasks', { projectId: id }),
    '/api/projects/:id/containers': (id) => own('containers', { projectId: id }),
    '/api/projects/:id/rules': (id) => own('rules', { projectId: id }),
    '/api/repositories': () => own('repositories'),
    '/api/tasks': () => own('tasks'),
    '/api/tasks/:id/items': (id) => own('taskItems', { taskId: id }),
    // Decisions are held for seconds, so none is stored.
    '/api/approvals/held': () => [],
    '/api/approvals': () => own('taskItems', { needsApproval: true, isApproved: null }),
    '/api/decisions': () =>
      [true, false].flatMap((isApproved) => own('taskItems', { needsApproval: true, isApproved })),
    '/api/containers': () => own('containers'),
    '/api/devices': () => own('devices'),
    '/api/account/export': () => ['users', ...Object.values(collections), 'auditEvents'].flatMap((name) => own(name)),
  };

  test('has documents in every collection', () => {
    const values = (name: string, field: string) => [...new Set(own(name).map(({ data }) => data[field] as unknown))];
    const containerStatuses = ['deleted', 'deleting', 'not_found', 'paused', 'pending', 'running'];
    expect(values('containers', 'status')).toEqual(expect.arrayContaining(containerStatuses));
    expect(values('tasks', 'status').length).toBeGreaterThanOrEqual(7);
    expect(values('taskItems', 'type').length).toBeGreaterThanOrEqual(6);
    expect(values('taskItems', 'grant').length).toBeGreaterThanOrEqual(6);
    const below = ['taskItems/{id}/bodies', 'containers/{id}/logs', 'signals/{id}/tasks'];
    const others = ['users', 'tombstones', 'auditEvents', 'secrets', 'outbox', 'rateWindows', 'signals'];
    const patterns = [...new Set(documents.map(({ path }) => patternOf(path)))];
    expect(patterns).toEqual(expect.arrayContaining([...Object.values(collections), ...below, ...others]));
  });

  test('every document is read by the converter of its collection', async () => {
    for (const { path, id, data } of documents) {
      const pattern = patternOf(path);
      if (pattern.startsWith('signals')) {
        expect(parse(signal, data).count, path).toBe(data.count);
        continue;
      }
      expect(Object.keys(documentSchemas), path).toContain(pattern);
      const typed = collection(pattern as keyof typeof documentSchemas, path.split('/')[1]);
      expect((await typed.doc(id).get()).data(), path).toMatchObject({ ...data, id });
    }
  });

  test('every task and item is shown as it was stored, long texts whole', async () => {
    for (const { id, data } of own('taskItems')) {
      const item = await client.call(routes.getTaskItem, { params: { id } });
      const { title, type, hash, grant, isApproved } = data;
      const bodies = Object.keys(data.bodies as object).map((field) => [field, bodyOf(documents, id, field)]);
      expect(item).toMatchObject({ title, type, hash, grant, isApproved, ...Object.fromEntries(bodies) });
    }
    for (const { id, data } of own('tasks')) {
      const { title, status, priority, keptByHand, branch, commit, pullRequestUrl } = data;
      const shown = { title, status, priority, keptByHand, branch, commit, pullRequestUrl };
      expect(await client.call(routes.getTask, { params: { id } })).toMatchObject(shown);
    }
  });

  const begun = new Date().toISOString();
  describe.each(readingRoutes())('%s', (path, route) => {
    const ids = () =>
      path.includes(':id') ? own(collections[path.split('/')[2] ?? ''] ?? '').map(({ id }) => id) : [''];

    test('answers every reading route for everything stored', async () => {
      expect(ids()).not.toEqual([]);
      for (const id of ids()) {
        const reply: unknown = await client.call(route, { params: { id } } as object);
        if (!Array.isArray(reply)) continue;
        const expected = listed[path];
        if (!expected) throw new Error(`Say above what ${path} lists`);
        // An export wraps its things with their kinds; some of them have no id.
        const things = path.endsWith('/export') ? reply.flatMap(({ data }) => (data.id ? data : [])) : reply;
        // A container whose execution is gone is found lost when it is read; a task of it that was to stop ends then.
        const stored = things.filter(({ createdAt = '' }) => !(createdAt >= begun));
        expect(idsIn(stored), `${path} ${id}`).toEqual(
          expected(id)
            .map((document) => document.id)
            .sort(),
        );
      }
    });
  });

  test('each of its users sees their own things, and a deleted user stays out', async () => {
    for (const { uid, email, password } of store.accounts) {
      const projects = await clientOf(stack.apiUrl(), await signIn(email, password)).call(routes.listProjects);
      const stored = documents.filter(({ path, data }) => path.startsWith('projects/') && data.userId === uid);
      expect(idsIn(projects)).toEqual(stored.map(({ id }) => id).sort());
    }
    const { id: uid } = documents.find(({ path }) => path.startsWith('tombstones/')) ?? {};
    const gone = { email: `${uid}@example.com`, password: 'correct horse' };
    await getAuth().createUser({ uid, ...gone, emailVerified: true });
    const refused = clientOf(stack.apiUrl(), await signIn(gone.email, gone.password)).call(routes.listProjects);
    expect(await refusal(refused)).toMatchObject({ status: 401 });
  });

  test('its secrets decrypt', async () => {
    const secrets = own('secrets');
    expect(secrets.length).toBeGreaterThan(2);
    for (const { id, data } of secrets) {
      const [, kind, subject = ''] = /^(repository-token|container-jwt)-(.+)$/.exec(id) ?? [];
      const secret = (await readSecret(data.userId as string, kind as 'container-jwt', subject)) ?? '';
      if (kind === 'repository-token') expect(secret).toBe(store.githubToken);
      else expect(await subjectOf(secret, store.keys.JWT_KEY)).toBe(subject);
    }
  });

  test('what waits for a decision can be decided, and its runner goes on with it', async () => {
    const parked = one('tasks', { title: 'Decided by nobody' });
    for (const { id, data } of own('taskItems', { needsApproval: true, isApproved: null })) {
      const [approve, params] = [data.author === 'agent', { id }];
      if (approve) await client.call(routes.approveTaskItem, { params, body: {}, ifMatch: data.hash as string });
      else await client.call(routes.rejectTaskItem, { params, body: { reason: 'Not any more' }, ifMatch: null });
    }
    expect(await client.call(routes.listApprovals)).toEqual([]);
    const item = one('taskItems', { taskId: parked.id });
    const runner = await stack.runnerOf(parked.data.containerId as string, 2);
    const task = await runner.claim();
    expect(task).toMatchObject({ id: parked.id, resumed: true, openItems: [{ id: item.id, isApproved: true }] });
    const hash = item.data.hash as string;
    const released = await runner.client.call(agentRoutes.release, {
      params: { taskId: task.id, itemId: item.id },
      body: { epoch: task.epoch, hash, nonce: newNonce() },
    });
    expect(released).toMatchObject({ isApproved: true, hash });
  });

  test('a paused container is resumed where its task was, with its checkpoint', async () => {
    const task = one('tasks', { title: 'Given back' });
    const id = task.data.containerId as string;
    expect(await client.call(routes.resumeContainer, { params: { id } })).toMatchObject({ status: 'pending' });
    const claimed = await (await stack.runnerOf(id, 2)).claim();
    expect(claimed).toMatchObject({ id: task.id, resumed: true, checkpoint: task.data.checkpoint as object });
  });

  test('the sweeper finishes what was promised, and has nothing to complain about', async () => {
    await client.call(routes.getDashboardStats);
    const before = logLines.length;
    for (const seconds of [0, 120, 3_600]) await sweep(inSeconds(seconds));
    const said = logLines.slice(before).filter((line) => !line.includes('"severity":"INFO"'));
    expect(said).toEqual([]);
    const promised = own('outbox').map(({ path }) => db().doc(path));
    for (const { exists, ref } of await db().getAll(...promised)) expect(exists, ref.path).toBe(false);
    const secret = await collection('secrets').doc(one('secrets', {}).id).get();
    if (secret.exists) expect(secret.data()?.keyId).toBe('newest');
  });

  test('everything can be deleted, the account last', async () => {
    for (const { id, data } of own('containers')) {
      if (data.status === 'deleted' || data.status === 'deleting') continue;
      await client.call(routes.deleteContainer, { params: { id } });
    }
    await client.call(routes.deleteProject, { params: { id: one('projects', { name: 'All steps' }).id } });
    await client.call(routes.deleteAccount);
    for (const seconds of [120, 3_600]) await sweep(inSeconds(seconds));
    const uid = store.accounts[0]?.uid ?? '';
    const left = [...(await everything())].filter(([path, data]) => (path + data).includes(uid)).map(([path]) => path);
    expect(left).toEqual([`tombstones/${uid}`]);
  });
});

/** Every route by which a signed-in user reads. */
function readingRoutes(): [string, Route][] {
  const all = Object.values(routes) as Route[];
  return all.filter(({ method, caller }) => method === 'GET' && caller === 'user').map((route) => [route.path, route]);
}

/** A document's collection, with `{id}` for its parent's id: `containers/{id}/logs`. */
function patternOf(path: string): string {
  const names = path.split('/').slice(0, -1);
  return names.map((name, index) => (index % 2 === 1 ? '{id}' : name)).join('/');
}

function idsIn(things: { id: string; children?: { id: string }[] }[]): string[] {
  return things.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]).sort();
}

/** A long field of an item, assembled from what is stored. */
function bodyOf(documents: StoredDocument[], itemId: string, field: string): unknown {
  const found = (path: string) => documents.find((document) => document.path === path)?.data;
  const bodies = found(`taskItems/${itemId}`)?.bodies as Record<string, { chunks: number; text: string }> | undefined;
  const { chunks, text } = bodies?.[field] ?? { chunks: 0, text: 'null' };
  if (chunks === 0) return JSON.parse(text) as unknown;
  const pieces = Array.from({ length: chunks }, (_, index) => found(`taskItems/${itemId}/bodies/${field}-${index}`));
  return JSON.parse(pieces.map((piece) => piece?.text as string).join('')) as unknown;
}

/** The subject of a token. Throws if that store's key did not sign it. */
async function subjectOf(token: string, key: string): Promise<string | undefined> {
  // The token has expired by now.
  const { payload } = await jwtVerify(token, new TextEncoder().encode(key), { currentDate: new Date(0) });
  return payload.sub;
}
