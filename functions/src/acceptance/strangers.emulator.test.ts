import { createClient, fillPath, routes, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCodeOf } from '../tokens/start-code.ts';
import { containers, db, projects, tasks, users } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { newContainer, newNonce, newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
import { callRaw, errorOf, requestOf } from '../testing/call.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { everything } from '../testing/everything.ts';
import { spawnApi, type ApiProcess } from '../testing/spawn-api.ts';
import { clientOf, signIn, signUp, type TestUser } from '../testing/users.ts';

useTestEnvironment({ ACCESS: 'invited@example.com, @acme.dev' });
const stack = useStack();

const inbox = (name: string) => `${name}-${newId().toLowerCase()}`;
const invited = () => signUp(`${inbox('a')}@acme.dev`);
const account = () => (db(), getAuth()); // the Admin SDK is initialised with the database
const verify = (user: TestUser) => account().updateUser(user.userId, { emailVerified: true });

/** A user on the list who signed in after verifying the address. */
async function member(): Promise<TestUser> {
  const user = await invited();
  await verify(user);
  return signIn(user.email, user.password);
}

async function newMember(): Promise<TestOwner & { user: TestUser }> {
  const user = await member();
  const client = clientOf(stack.apiUrl(), user);
  const { id: projectId } = await client.call(routes.postProject, { body: { name: 'Project' } });
  return { userId: user.userId, user, client, projectId };
}

/** Everything stored, except the rate windows. */
async function stored(): Promise<string[]> {
  return [...(await everything()).keys()].filter((path) => !path.startsWith('rateWindows/')).sort();
}

describe('a stranger', () => {
  const strangers: [string, () => Promise<TestUser>][] = [
    ['whose address is of another domain', () => signUp(`${inbox('x')}@elsewhere.dev`)],
    ['of a look-alike domain', () => signUp(`${inbox('x')}@acme.dev.elsewhere.org`)],
    ['with a tag at an address of the list', () => signUp('invited+tag@example.com')],
    ['with a letter that looks like one of the list', () => signUp('invited@exampIe.com')],
  ];

  test.each(strangers)('%s: 403 from every route, and nothing is stored', async (_who, make) => {
    const stranger = await make();
    await verify(stranger);
    const token = (await signIn(stranger.email, stranger.password)).token;
    await refusedEverywhere(token, stranger.email);
  });

  test('whose address is on the list but not verified: 403 from every route, and nothing is stored', async () => {
    const { token, email } = await invited();
    await refusedEverywhere(token, email);
  });

  async function refusedEverywhere(token: string, email: string): Promise<void> {
    const before = await stored();
    const params = { id: newId() };
    for (const route of Object.values(routes) as Route[]) {
      if (route.caller === 'public' || route.strangers) continue;
      const reply = await callRaw(
        stack.apiUrl(),
        requestOf(route, { params, ...(route.method === 'GET' ? {} : { body: {} }) }, token),
      );
      expect({ status: reply.status, code: errorOf(reply).code }, route.path).toEqual({
        status: 403,
        code: 'not_admitted',
      });
      expect(errorOf(reply).message).toBe(
        `This Countersign is by invitation only. Ask its owner to add ${email.toLowerCase()}.`,
      );
    }
    for (const route of Object.values(agentRoutes) as Route[]) {
      const all = { taskId: newId(), itemId: newId(), repositoryId: newId() };
      const body = route.caller === 'public' ? { code: 'x'.repeat(30), nonce: newNonce() } : {};
      const reply = await callRaw(stack.agentUrl(), requestOf(route, { params: all, body }, token));
      expect(reply.status, fillPath(route.path, all)).toBe(401);
    }
    expect(await stored()).toEqual(before);
  }

  test('may delete the account, of which only the tombstone is left', async () => {
    const stranger = await signUp(`${inbox('x')}@elsewhere.dev`);
    const before = await stored();
    await clientOf(stack.apiUrl(), stranger).call(routes.deleteAccount);
    await expect(account().getUser(stranger.userId)).rejects.toMatchObject({ code: 'auth/user-not-found' });
    expect(await stored()).toEqual([...before, `tombstones/${stranger.userId}`].sort());
  });

  test('whose address is on the list is admitted as soon as it is verified, with the same token', async () => {
    const user = await invited();
    const client = clientOf(stack.apiUrl(), user);
    expect(await refusal(client.call(routes.listProjects))).toMatchObject({ status: 403, code: 'not_admitted' });
    await verify(user);
    await expect.poll(() => client.call(routes.listProjects).catch(() => null)).toEqual([]);
  });

  test('whose address is on the list is admitted with the first call of a sign-in after it was verified', async () => {
    const user = await invited();
    const refused = clientOf(stack.apiUrl(), user).call(routes.listProjects);
    expect(await refusal(refused)).toMatchObject({ status: 403, code: 'not_admitted' });
    await verify(user);
    const client = clientOf(stack.apiUrl(), await signIn(user.email, user.password));
    await expect(client.call(routes.listProjects)).resolves.toEqual([]);
  });
});

describe('somebody of the list', () => {
  test.each(['Invited@EXAMPLE.com', 'x@Acme.Dev'])('comes in as %s', async (email) => {
    const user = await signUp(email);
    await verify(user);
    await expect(clientOf(stack.apiUrl(), user).call(routes.listProjects)).resolves.toEqual([]);
  });
});

/** Another deployment with another list; instances that remember no account, one of them without identity provider. */
let other: ApiProcess;
let fresh: ApiProcess;
let deaf: ApiProcess;
beforeAll(async () => {
  const settings = [{ ACCESS: 'boss@acme.dev' }, {}, { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' }];
  const spawned = settings.map((one) => spawnApi(one as Record<string, string>));
  [other, fresh, deaf] = (await Promise.all(spawned)) as [ApiProcess, ApiProcess, ApiProcess];
});
afterAll(() => Promise.all([other, fresh, deaf].map((instance) => instance.stop())));

describe('after another deployment, with another list', () => {
  const sweepThere = () => sweepAt(other);

  test('a user who was taken off is out, with their containers; put on again, they go on', async () => {
    const owner = await newMember();
    await newTask(owner);
    const { id } = await newContainer(owner);
    const runner = await stack.runnerOf(id);
    const task = await runner.claim();
    const there = clientOf(other.url, owner.user);
    expect(await refusal(there.call(routes.listProjects))).toMatchObject({ status: 403, code: 'not_admitted' });
    const code = startCodeOf(id, 1);
    const exchange = createClient({ baseUrl: other.agentUrl }).call(agentRoutes.exchange, {
      body: { code, nonce: newNonce() },
    });
    expect(await refusal(exchange)).toMatchObject({ status: 403, code: 'not_admitted' });

    await sweepThere();
    expect((await containers().doc(id).get()).data()).toMatchObject({
      status: 'paused',
      message: 'Stopped: its owner may not use this Countersign at the moment',
    });
    expect((await tasks().doc(task.id).get()).data()?.status).toBe('pending');
    expect(await refusal(runner.claim())).toMatchObject({ status: 409, code: 'stale_epoch' });
    await sweepThere();
    expect((await containers().doc(id).get()).data()?.status).toBe('paused');

    await owner.client.call(routes.resumeContainer, { params: { id } });
    const again = await stack.runnerOf(id, 3);
    expect((await again.claim()).id).toBe(task.id);
  });

  test('a project of theirs with Auto-create Containers creates none', async () => {
    const owner = await newMember();
    await projects().doc(owner.projectId).update({ autoCreateContainers: true });
    await tasks()
      .doc((await newTask(owner)).id)
      .update({ containerId: null });
    const before = await containersOf(owner);
    for (const { id } of before) await owner.client.call(routes.deleteContainer, { params: { id } });
    await sweepThere();
    expect(await containersOf(owner)).toHaveLength(before.length);
  });

  test('a start that was promised earlier does not happen', async () => {
    const owner = await newMember();
    const { id } = await newContainer(owner);
    await containers().doc(id).update({ status: 'pending', execution: null, admitted: false, waits: true });
    await sweepThere();
    expect((await containers().doc(id).get()).data()).toMatchObject({ status: 'paused', desired: 'paused' });
  });
});

describe('a user who was disabled or deleted', () => {
  test.each([
    ['disabled', (uid: string) => account().updateUser(uid, { disabled: true })],
    ['deleted', (uid: string) => account().deleteUser(uid)],
  ])('%s: nothing is handed to their containers, which end with the next sweep', async (how, end) => {
    const owner = await newMember();
    await newTask(owner);
    const { id } = await newContainer(owner);
    const token = await stack.tokenOf(id);
    await end(owner.userId);
    const runner = createClient({ baseUrl: fresh.agentUrl, headers: () => ({ Authorization: `Bearer ${token}` }) });
    const wait = { itemIds: [], forWork: true, timeoutSeconds: 0 };
    const params = { repositoryId: newId() };
    const calls = [
      runner.call(agentRoutes.claim, { body: {} }),
      runner.call(agentRoutes.wait, { body: wait }),
      runner.call(agentRoutes.heartbeat, { body: {} }),
      runner.call(agentRoutes.credentials, { params, body: {} }),
    ];
    const refusals = await Promise.all(calls.map(refusal));
    for (const refused of refusals) expect(refused).toMatchObject({ status: 403, code: 'not_admitted' });
    await sweepAt(fresh);
    const left = (await containers().doc(id).get()).data();
    if (how === 'disabled') expect(left).toMatchObject({ status: 'paused', desired: 'paused', epoch: 2 });
    else expect([left, (await users().doc(owner.userId).get()).data()]).toEqual([undefined, undefined]);
  });

  test('a held wait of theirs ends with the sweep, and the runner is told to leave', async () => {
    const owner = await newMember();
    const { id } = await newContainer(owner);
    const runner = await stack.runnerOf(id);
    const waiting = runner.client.call(agentRoutes.wait, { body: { itemIds: [], forWork: true, timeoutSeconds: 60 } });
    await stack.untilHeld();
    await account().updateUser(owner.userId, { disabled: true });
    await sweepAt({ agentUrl: stack.agentUrl() });
    await expect(waiting).resolves.toMatchObject({ directive: 'exit' });
  });
});

describe('when the identity provider does not answer', () => {
  test('nobody is let in and nobody is stopped', async () => {
    const owner = await newMember();
    const { id } = await newContainer(owner);
    const token = await stack.tokenOf(id);
    const there = clientOf(deaf.url, owner.user);
    expect(await refusal(there.call(routes.listProjects))).toMatchObject({ status: 503, code: 'unavailable' });
    const runner = createClient({ baseUrl: deaf.agentUrl, headers: () => ({ Authorization: `Bearer ${token}` }) });
    expect(await refusal(runner.call(agentRoutes.claim, { body: {} }))).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    await sweepAt(deaf);
    expect((await containers().doc(id).get()).data()?.status).toBe('running');
  });
});

async function sweepAt({ agentUrl }: { agentUrl: string }): Promise<void> {
  const headers = { 'x-sweep-key': process.env.SWEEP_KEY ?? '' };
  const { status } = await fetch(`${agentUrl}/internal/sweep`, { method: 'POST', headers });
  expect(status).toBe(204);
}

async function containersOf({ userId }: TestOwner) {
  return (await containers().where('userId', '==', userId).get()).docs.map((one) => one.data());
}
