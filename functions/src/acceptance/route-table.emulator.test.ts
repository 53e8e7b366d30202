import { BODY_LIMIT_BYTES, routes, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { getAuth } from 'firebase-admin/auth';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as core from 'zod/v4/core';
import { newId } from '../lib/id.ts';
import { db } from '../store/firestore.ts';
import { formRequest, useStack } from '../testing/agents.ts';
import { callRaw, errorOf, issuePaths, requestOf, type Arguments, type RawReply } from '../testing/call.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { newPublication } from '../testing/publications.ts';
import { expired, ofYesterday } from '../testing/tokens.ts';
import { clientOf, signUp, type TestUser } from '../testing/users.ts';
import { rows, type Row, type RouteName, type World } from './rows.ts';

useTestEnvironment();
const stack = useStack();

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const table = Object.entries(routes) as [RouteName, Route][];

test('every route has its row', () => {
  expect(Object.keys(rows).sort()).toEqual(table.map(([name]) => name).sort());
});

/** A case that does not exist for this kind of route is not a skipped test. */
const only = (applies: unknown) => (applies ? test : () => undefined);

/** Users unrelated to the things in question: the same ones for all routes. */
let revoked: TestUser;
let disabled: TestUser;
let somebodyElse: TestUser;
beforeAll(async () => {
  [revoked, disabled, somebodyElse] = await Promise.all([signUp(), signUp(), signUp()]);
  db(); // the Admin SDK is initialised with the database
  await getAuth().revokeRefreshTokens(revoked.userId);
  await getAuth().updateUser(disabled.userId, { disabled: true });
});

/** The token of another user's runner, the same one for all routes. */
let agentToken: string;
beforeAll(async () => {
  const world = worldOf(await signUp());
  const { id } = await world.client.call(routes.postProject, { body: { name: 'Project' } });
  agentToken = await stack.tokenOf(await world.newContainer(id, 'running'));
});

describe.each(table)('%s', (name, route) => {
  const row: Row = rows[name];
  const isUsers = route.caller === 'user';
  let owner: TestUser;
  let args: Arguments;

  beforeAll(async () => {
    owner = await signUp();
    args = await row.valid(worldOf(owner));
  });

  const send = (given: Arguments, token: string | undefined = owner.token) =>
    callRaw(stack.apiUrl(), requestOf(route, given, isUsers ? token : undefined));

  only(isUsers)(
    'without a token, or with one that is garbage, expired, of another make, or an agent’s: 401',
    async () => {
      const tokens = [undefined, 'garbage', `${owner.token}x`.slice(5), expired(owner.token), agentToken];
      for (const token of tokens) {
        const reply = await callRaw(stack.apiUrl(), requestOf(route, args, token));
        expectError(reply, 401, 'unauthorized');
      }
    },
  );

  only(isUsers)('with a revoked token, or of a disabled user: 401', async () => {
    expectError(await send(args, ofYesterday(revoked.token)), 401, 'unauthorized');
    expectError(await send(args, disabled.token), 401, 'unauthorized');
  });

  only(route.body && row.invalid)('invalid: every issue at once', async () => {
    const reply = await send({ ...args, body: row.invalid?.body });
    expectError(reply, 400, 'invalid');
    expect(issuePaths(reply)).toEqual(row.invalid?.issues);
  });

  only(route.method !== 'GET')('unknown fields: refused, one issue each', async () => {
    const surprises = { surprise: 1, constructor: 2 };
    const body = { ...args.body, ...surprises };
    const sent = JSON.stringify(body).replace(/^{/, '{"__proto__":{"polluted":true},');
    const request = requestOf(route, { ...args, body }, isUsers ? owner.token : undefined);
    const reply = await callRaw(stack.apiUrl(), { ...request, body: sent });
    expectError(reply, 400, 'invalid');
    expect(issuePaths(reply)).toEqual(['__proto__', 'constructor', 'surprise']);
  });

  test('an unknown query: refused', async () => {
    const request = requestOf(route, args, isUsers ? owner.token : undefined);
    const reply = await callRaw(stack.apiUrl(), { ...request, path: `${request.path}?surprise=1` });
    expectError(reply, 400, 'invalid');
    expect(issuePaths(reply)).toEqual(['surprise']);
  });

  only(row.forbidden)('forbidden fields: refused, one issue each', async () => {
    const fields = Object.fromEntries((row.forbidden ?? []).map((field) => [field, 'x']));
    const reply = await send({ ...args, body: { ...args.body, ...fields } });
    expectError(reply, 400, 'invalid');
    expect(issuePaths(reply)).toEqual([...(row.forbidden ?? [])].sort());
  });

  only(route.path.includes(':id'))("another user's thing, a missing one, an impossible one: 404", async () => {
    expectError(await send(args, somebodyElse.token), 404, 'not_found');
    const messages = new Set<string>();
    for (const id of [newId(), '__proto__', '__x__', 'ü', 'a/b', '\u0000', 'x'.repeat(2_000)]) {
      const reply = await send({ ...args, params: { id } });
      expectError(reply, 404, 'not_found');
      messages.add(errorOf(reply).message);
    }
    const [message, ...others] = messages;
    expect(message).toMatch(/^(Project|Task|Task item|Container|Repository|Device|Rule) not found$/);
    expect(others, 'one that cannot be is told as one that is not there').toEqual([]);
  });

  test('another method: 405 with Allow', async () => {
    const own = table.filter(([, { path }]) => path === route.path).map(([, { method }]) => method);
    const request = requestOf(route, { params: args.params }, owner.token);
    for (const method of METHODS.filter((method) => !own.some((allowed) => allowed === method))) {
      const reply = await callRaw(stack.apiUrl(), { ...request, method });
      expectError(reply, 405, 'method_not_allowed');
      const allow = reply.headers
        .get('Allow')
        ?.split(', ')
        .filter((allowed) => allowed !== 'HEAD');
      expect(allow?.sort()).toEqual([...own].sort());
    }
  });

  only(route.method !== 'GET')('another content type: 415', async () => {
    const request = requestOf(route, { ...args, body: args.body ?? {} }, owner.token);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const headers = { ...request.headers, 'Content-Type': type };
      expectError(await callRaw(stack.apiUrl(), { ...request, headers }), 415, 'unsupported_media_type');
    }
  });

  only(route.method !== 'GET')('more than 1 MiB: 413', async () => {
    const request = requestOf(route, { ...args, body: {} }, owner.token);
    const body = JSON.stringify({ text: 'x'.repeat(BODY_LIMIT_BYTES) });
    expectError(await callRaw(stack.apiUrl(), { ...request, body }), 413, 'too_large');
  });

  test('success', async () => {
    const reply = await send(args);
    expect(reply, reply.text).toMatchObject({ status: route.status });
    expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
    expect(reply.headers.get('Server-Timing')).toMatch(/db;dur=.*reads;desc="\d+".*writes;desc="\d+"/);
    if (route.reply) expect(core.safeParse(route.reply, reply.json).error).toBeUndefined();
    else expect(reply.text).toBe('');
  });
});

describe.each(Object.entries(agentRoutes) as [string, Route][])('agent: %s', (_name, route) => {
  const params = { taskId: newId(), itemId: newId(), repositoryId: newId() };
  const send = (body: Record<string, unknown> | undefined, bearer: string | undefined = agentToken) =>
    callRaw(stack.agentUrl(), requestOf(route, { params, body }, bearer));

  only(route.caller === 'agent')('without a token, with garbage, or with one of a user: 401', async () => {
    for (const bearer of ['garbage', `${agentToken}x`, somebodyElse.token])
      expectError(await send({}, bearer), 401, 'unauthorized');
    expectError(await callRaw(stack.agentUrl(), requestOf(route, { params, body: {} })), 401, 'unauthorized');
  });

  test('unknown fields: refused', async () => {
    const reply = await send({ surprise: 1, isApproved: true });
    expectError(reply, 400, 'invalid');
    expect(issuePaths(reply)).toEqual(expect.arrayContaining(['isApproved', 'surprise']));
  });

  only(route.path.includes(':'))('an id that cannot be, in the path: 404 that says of what', async () => {
    for (const name of Object.keys(params).filter((name) => route.path.includes(`:${name}`))) {
      const request = requestOf(route, { params: { ...params, [name]: '__x__' }, body: {} }, agentToken);
      const reply = await callRaw(stack.agentUrl(), request);
      expectError(reply, 404, 'not_found');
      const subjects = { taskId: 'Task', itemId: 'Task item', repositoryId: 'Repository' };
      expect(errorOf(reply).message).toBe(`${subjects[name as keyof typeof params]} not found`);
    }
  });

  test('wrong method, type and size: 405, 415, 413', async () => {
    const request = requestOf(route, { params, body: {} }, agentToken);
    expectError(await callRaw(stack.agentUrl(), { ...request, method: 'PATCH' }), 405, 'method_not_allowed');
    const headers = { ...request.headers, 'Content-Type': 'text/plain' };
    expectError(await callRaw(stack.agentUrl(), { ...request, headers }), 415, 'unsupported_media_type');
    const body = JSON.stringify({ text: 'x'.repeat(BODY_LIMIT_BYTES) });
    expectError(await callRaw(stack.agentUrl(), { ...request, body }), 413, 'too_large');
  });
});

function expectError(reply: RawReply, status: number, code: string): void {
  expect({ status: reply.status, code: errorOf(reply).code }, reply.text).toEqual({ status, code });
  expect(errorOf(reply).message.length).toBeGreaterThan(3);
  expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
}

function worldOf(owner: TestUser): World {
  const client = clientOf(stack.apiUrl(), owner);
  return {
    client,
    async newContainer(id, status) {
      const container = await client.call(routes.postProjectContainer, { params: { id }, body: {} });
      await vi.waitFor(async () => {
        const live = await client.call(routes.getContainerLiveStatus, { params: { id: container.id } });
        expect(live).toEqual({ status: 'running' });
      }, 60_000);
      if (status === 'paused')
        await (await stack.runnerOf(container.id)).client.call(agentRoutes.exit, { body: { reason: 'idle' } });
      return container.id;
    },
    async claimTask(projectId) {
      const runner = await stack.newRunner({ client, userId: owner.userId, projectId });
      return (await runner.claim()).id;
    },
    async newForm(projectId) {
      await client.call(routes.postProjectTask, { params: { id: projectId }, body: { title: 'Task' } });
      const runner = await stack.newRunner({ client, userId: owner.userId, projectId });
      const item = formRequest();
      await runner.record(await runner.claim(), item);
      return item.id;
    },
    async newPublication(projectId) {
      const publisher = { client, userId: owner.userId, projectId };
      return (await newPublication(stack.newRunner, publisher, 'https://github.com/acme/hello/pull/7')).itemId;
    },
  };
}
