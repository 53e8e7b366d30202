import { routes, type Client, type ExportedThing, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkpointStore } from '../checkpoints/checkpoint-store.ts';
import { commit } from '../effects/transact.ts';
import { list } from '../store/data.ts';
import { userPushes } from '../store/queries.ts';
import { sweep } from '../sweep/sweep.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { inSeconds, newTask, request, useStack } from '../testing/agents.ts';
import { runBackup } from '../testing/backup.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { everything } from '../testing/everything.ts';
import { startTestObjectStore } from '../testing/object-store.ts';
import { spawnApi } from '../testing/spawn-api.ts';
import { testSubscription } from '../testing/subscription.ts';
import { clientOf, signIn, signUp, type TestUser } from '../testing/users.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';

/*
 * All of a user's data: exported, backed up, restored, deleted. One story, as each part needs what the one before has left.
 */
useTestEnvironment();
startTestObjectStore();
const stack = useStack();

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const subscription = testSubscription();
const BYTES = 'the files of a repository';
let user: TestUser;
let client: Client;
let checkpoint: string;
let itemId: string;

/** A user with one of everything. */
beforeAll(async () => {
  user = await signUp();
  client = clientOf(stack.apiUrl(), user);
  const { id: projectId } = await client.call(routes.postProject, { body: { name: 'Project' } });
  const body = { owner: 'acme', url: 'https://github.com/acme/hello' };
  const repository = await client.call(routes.postProjectRepository, { params: { id: projectId }, body });
  const auth = { params: { id: repository.id }, body: { githubToken: TOKEN } };
  await client.call(routes.putRepositoryAuth, auth);
  const device = { label: 'Phone', ...subscription, vapidKey: TEST_VAPID_KEY.publicKey };
  await client.call(routes.postDevice, { body: device });
  const owner = { userId: user.userId, client, projectId };
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const fields = { epoch: task.epoch, size: BYTES.length, sha256: createHash('sha256').update(BYTES).digest('hex') };
  const params = { taskId: task.id };
  const upload = await runner.client.call(agentRoutes.checkpointUpload, { params, body: fields });
  await fetch(upload.uploadUrl, { method: 'PUT', body: BYTES, headers: upload.headers });
  await runner.client.call(agentRoutes.checkpointCommit, { params, body: { ...fields, object: upload.object } });
  checkpoint = upload.object;
  await runner.client.call(agentRoutes.logs, { body: { seq: 1, text: 'A line of the log\n' } });
  const question = request();
  await runner.record(task, question);
  itemId = question.id;
  const isNotified = async () => expect(await list(userPushes(user.userId))).toHaveLength(1);
  await vi.waitFor(isNotified, { timeout: 60_000, interval: 50 });
  await client.call(routes.approveTaskItem, { params: { id: itemId }, body: {}, ifMatch: null });
  const long = { type: 'tool_call', title: 'Long', content: 'x'.repeat(300_000), author: 'agent' } as const;
  await commit((writer) => createItem(writer, prepareItem({ id: task.id, userId: user.userId, projectId }, long)));
});

/** All pages of an export, following its headers. */
async function exported(limit?: number): Promise<ExportedThing[]> {
  const things: ExportedThing[] = [];
  for (let cursor: string | undefined | null; cursor !== null;) {
    const query = { ...(cursor ? { cursor } : {}), ...(limit ? { limit } : {}) };
    const { reply, headers } = await client.callFully(routes.exportAccount, { query });
    things.push(...reply);
    cursor = headers.get('X-Next-Cursor');
  }
  return things;
}

test('an export holds each thing of its user once, long texts whole, the log and the audit trail, and no secret', async () => {
  const things = await exported();
  const listed = ['users', 'projects', 'repositories', 'tasks', 'taskItems', 'containers', 'devices', 'auditEvents'];
  const stored = [...(await everything())]
    .filter(
      ([path, json]) =>
        listed.includes(path.split('/')[0] ?? '') && path.split('/').length === 2 && json.includes(user.userId),
    )
    .map(([path]) => path.split('/')[1]);
  const ids = things.filter(({ data }) => data.id !== undefined).map(({ data }) => data.id);
  expect(ids.sort()).toEqual(stored.sort());
  const kinds = new Set(things.map(({ kind }) => kind));
  expect([...kinds]).toEqual([
    'account',
    'project',
    'repository',
    'task',
    'item',
    'container',
    'log',
    'device',
    'notification',
    'usage',
    'audit',
  ]);
  const text = JSON.stringify(things);
  const ofDevice = [subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth];
  for (const secret of [TOKEN, ...ofDevice, 'ciphertext', 'exchangeNonce']) expect(text).not.toContain(secret);
  expect(text).toContain('x'.repeat(300_000));
  expect(text).toContain('A line of the log');
  const aboutItem = things.filter(({ data }) => data.subjectId === itemId).map(({ kind }) => kind);
  expect(aboutItem).toEqual(['notification', 'audit']);
});

test('it is the same in small parts; a cursor that is not ours is refused', async () => {
  const [whole, parts] = [await exported(), await exported(2)];
  expect(parts.map(({ data }) => data.id)).toEqual(whole.map(({ data }) => data.id));
  for (const cursor of ['x', 'item', 'item.a/b', 'item.a.b'])
    await expect(client.call(routes.exportAccount, { query: { cursor } })).rejects.toMatchObject({ status: 400 });
});

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
  const another = `demo-restored-${randomBytes(6).toString('hex')}`;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (command: 'backup' | 'restore', project: string) => runBackup(command, project, join(folder, 'all'));

  test('restored into an empty deployment shows the same lists to the same user, and brings the files back', async () => {
    expect(await run('backup', process.env.GCLOUD_PROJECT ?? '')).toMatchObject({ code: 0 });
    await checkpointStore().remove(checkpoint);
    const { code, output } = await run('restore', another);
    expect(code, output).toBe(0);
    expect(output).toContain(' and 1 checkpoints');
    const files = await fetch(await checkpointStore().downloadUrl(checkpoint));
    expect(await files.text()).toBe(BYTES);
    const restored = await spawnApi({ GCLOUD_PROJECT: another });
    try {
      const { token } = await signInAt(another);
      const again = clientOf(restored.url, { token });
      const lists = [routes.listProjects, routes.listRepositories, routes.listTasks, routes.listContainers] as const;
      for (const route of [...lists, routes.listApprovals] as Route[])
        expect(await again.call(route as typeof routes.listTasks), route.path).toEqual(
          await client.call(route as typeof routes.listTasks),
        );
      const item = { params: { id: itemId } };
      expect(await again.call(routes.getTaskItem, item)).toEqual(await client.call(routes.getTaskItem, item));
    } finally {
      await restored.stop();
    }
    const overIt = await run('restore', another);
    expect(overIt).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
  });

  /** Signs the same user in to another project of the emulators. */
  async function signInAt(project: string): Promise<TestUser> {
    const own = process.env.GCLOUD_PROJECT;
    process.env.GCLOUD_PROJECT = project;
    try {
      return await signIn(user.email, user.password);
    } finally {
      process.env.GCLOUD_PROJECT = own;
    }
  }
});

test('deleted, nothing is left of them: no document but the tombstone, no file, no account', async () => {
  await client.call(routes.deleteAccount);
  await sweep(inSeconds(3_600));
  const left = [...(await everything())].filter(([path, json]) => `${path}${json}`.includes(user.userId));
  expect(left.map(([path]) => path)).toEqual([`tombstones/${user.userId}`]);
  expect(await checkpointStore().sizeOf(checkpoint)).toBeNull();
  await expect(getAuth().getUser(user.userId)).rejects.toMatchObject({ code: 'auth/user-not-found' });
});
