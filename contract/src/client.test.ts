import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { ApiError, createClient, type CallInput } from './client.ts';
import * as routes from './routes/index.ts';

function answering(status: number, body: unknown, seen: { url?: string; init?: RequestInit } = {}): typeof fetch {
  return async (url, init) => {
    seen.url = String(url);
    seen.init = init;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText: 'Status' });
  };
}

test('fills the path, sends the body as JSON, the hash in both headers, and credentials', async () => {
  const seen: { url?: string; init?: RequestInit } = {};
  const client = createClient({
    baseUrl: 'http://host',
    headers: () => ({ Authorization: 'Bearer token' }),
    fetch: answering(200, { status: 'running' }, seen),
  });
  await client.call(routes.getContainerLiveStatus, { params: { id: 'a/b' } });
  expect(seen.url).toBe('http://host/api/containers/a%2Fb/live-status');
  await client
    .call(routes.rejectTaskItem, { params: { id: 'x' }, body: { reason: 'no' }, ifMatch: 'abc' })
    .catch(() => undefined);
  expect(seen.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"reason":"no"}',
    headers: {
      Authorization: 'Bearer token',
      'If-Match': '"abc"',
      'X-Seen-Hash': 'abc',
      'Content-Type': 'application/json',
    },
  });
});

test('sends the query, and nothing for none, in a browser that cannot count one as well', async () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size') ?? {};
  Reflect.deleteProperty(URLSearchParams.prototype, 'size');
  onTestFinished(() => void Object.defineProperty(URLSearchParams.prototype, 'size', size));
  const seen: { url?: string } = {};
  const client = createClient({ fetch: answering(200, [], seen) });
  await client.call(routes.listProjects, { query: { limit: 2, cursor: 'a b' } });
  expect(seen.url).toBe('/api/projects?limit=2&cursor=a+b');
  await client.call(routes.listProjects, { query: { limit: undefined } });
  expect(seen.url).toBe('/api/projects');
});

test('a decision is sent without a hash only where its caller says so', async () => {
  const seen: { url?: string; init?: RequestInit } = {};
  const client = createClient({ fetch: answering(200, {}, seen) });
  const approve = (ifMatch: string | null) =>
    client.call(routes.approveTaskItem, { params: { id: 'x' }, body: {}, ifMatch }).catch(() => seen.init?.headers);
  expect(await approve(null)).not.toHaveProperty('If-Match');
  expect(await approve(''), 'an unknown hash matches nothing').toHaveProperty('If-Match', '""');
  type Told<R extends typeof routes.approveTaskItem | typeof routes.rejectTaskItem | typeof routes.answerTaskItem> =
    CallInput<R>['ifMatch'];
  expectTypeOf<Told<typeof routes.approveTaskItem>>().toEqualTypeOf<string | null>();
  expectTypeOf<Told<typeof routes.rejectTaskItem>>().toEqualTypeOf<string | null>();
  expectTypeOf<Told<typeof routes.answerTaskItem>>().toEqualTypeOf<string | null>();
});

test('an error reply becomes "{status}: {text}" and carries the parsed reply', async () => {
  const body = { message: 'Name is required', code: 'invalid', issues: [{ path: ['name'], message: 'Required' }] };
  const client = createClient({ fetch: answering(400, body) });
  const error = await client.call(routes.listProjects).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: `400: ${JSON.stringify(body)}`, reply: { issues: body.issues } });
});

test('an error without text carries the status text', async () => {
  const client = createClient({ fetch: answering(503, '') });
  await expect(client.call(routes.listProjects)).rejects.toThrow('503: Status');
});

test('a reply of another shape is refused, not passed on', async () => {
  const client = createClient({ fetch: answering(200, { wrong: true }) });
  await expect(client.call(routes.getDashboardStats)).rejects.toThrow('GET /api/dashboard/stats answered unexpectedly');
});

test('a delete has no reply', async () => {
  const client = createClient({ fetch: async () => new Response(null, { status: 204 }) });
  await expect(client.call(routes.deleteTask, { params: { id: 'x' } })).resolves.toBeUndefined();
});
