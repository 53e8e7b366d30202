import { type Client, type ClientOptions, type Route, routes } from '@countersign/contract';
import { QueryClient, type QueryOptions } from '@tanstack/react-query';
import { deferred } from '../lib/timing/deferred.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Made {
  route: Route;
  token: unknown;
  answer: (reply: unknown, headers?: Record<string, string>) => void;
  fail: (error: Error) => void;
}

const { made } = vi.hoisted(() => {
  vi.resetModules();
  return { made: [] as Made[] };
});
vi.mock('../lib/auth/auth.ts', () => ({ idToken: () => 'of the page' }));
vi.mock('@countersign/contract', async (original) => ({ ...(await original<object>()), createClient }));

/** Its calls are answered when the test says so. */
function createClient({ headers }: ClientOptions): Pick<Client, 'callFully'> {
  const callFully = (route: Route) => {
    const { promise, resolve, reject } = deferred<unknown>();
    const answer: Made['answer'] = (reply, told) => resolve({ reply, headers: new Headers(told) });
    made.push({ route, token: headers?.(), answer, fail: reject });
    return promise;
  };
  return { callFully: callFully as Client['callFully'] };
}

/** The pages' queries, by what they ask for first. */
async function queriesOf(id: string): Promise<Record<string, QueryOptions[]>> {
  const { approvalsQuery } = await import('../features/approvals/queries.ts');
  const { containerQuery, containersQuery } = await import('../features/containers/queries.ts');
  const { projectQuery, projectsQuery } = await import('../features/projects/queries.ts');
  const { taskItemsQuery } = await import('../features/task-items/queries.ts');
  const { taskQuery, tasksQuery } = await import('../features/tasks/queries.ts');
  const { statsQuery } = await import('../entities/stats-query.ts');
  const of = (...queries: unknown[]) => [approvalsQuery(), ...queries] as QueryOptions[];
  return {
    '/': of(statsQuery()),
    '/approvals': of(),
    [`/approvals/${id}`]: of(),
    '/decisions': of(),
    '/tasks': of(tasksQuery()),
    [`/tasks/${id}`]: of(taskQuery(id), taskItemsQuery(id)),
    '/projects': of(projectsQuery()),
    [`/projects/${id}`]: of(projectQuery(id)),
    '/containers': of(containersQuery()),
    [`/containers/${id}`]: of(containerQuery(id)),
  };
}

const uid = 'owner';

const SESSION = 'firebase:authUser:key:[DEFAULT]';

/** A browser that keeps this user's session. */
function keepSession(of = uid, leftMs = 3_600_000, key = SESSION): void {
  const stsTokenManager = { accessToken: `of ${of}`, refreshToken: 'r', expirationTime: Date.now() + leftMs };
  localStorage.setItem(key, JSON.stringify({ uid: of, stsTokenManager }));
}

/** A newly opened app. */
async function open() {
  vi.resetModules();
  made.length = 0;
  const { makeFirstCalls } = await import('./first-calls.ts');
  const { beginAdmission } = await import('../lib/auth/admission.ts');
  const early = await import('../lib/queries/early-calls.ts');
  return { makeFirstCalls, beginAdmission, early, queries: new QueryClient() };
}

beforeEach(() => {
  localStorage.setItem('countersign.admitted', uid);
  keepSession();
});
afterEach(() => vi.useRealTimers());
// The test files of one worker share their modules, and none other is to have these.
afterAll(() => vi.resetModules());

it.each(Object.keys(await queriesOf('one')))('the page at %s is answered by the calls made before it', async (path) => {
  const { makeFirstCalls, beginAdmission, queries } = await open();
  makeFirstCalls(path);
  const early = made.length;
  expect(early).toBeGreaterThan(0);
  beginAdmission(uid);
  const asked = ((await queriesOf('one'))[path] ?? []).map((query) => queries.fetchQuery(query as never));
  for (const { answer } of made) answer([]);
  await Promise.all(asked);
  expect(made.length, 'the page makes none of its own, and uses each').toBe(early);
  expect(asked).toHaveLength(early);
});

const stats = routes.getDashboardStats;

it('answers once: the next call of the page is its own', async () => {
  const { makeFirstCalls, beginAdmission, early } = await open();
  makeFirstCalls('/');
  beginAdmission(uid);
  const before = made.length;
  void early.pageApi.callFully(stats);
  expect(made).toHaveLength(before);
  void early.pageApi.callFully(stats);
  expect(made).toHaveLength(before + 1);
});

it('makes them with the kept token', async () => {
  const { makeFirstCalls } = await open();
  makeFirstCalls('/');
  expect(made.map(({ token }) => token)).toEqual(made.map(() => ({ Authorization: 'Bearer of owner' })));
});

it.each([
  ['somebody who was not admitted here', () => keepSession('somebody else')],
  ['nobody', () => localStorage.removeItem(SESSION)],
  ['a session whose token is about to expire', () => keepSession(uid, 50_000)],
  ['one of several sessions', () => keepSession(uid, 3_600_000, 'firebase:authUser:other:[DEFAULT]')],
  ['what is no session', () => localStorage.setItem(SESSION, '{"uid":"owner"')],
  ['a session of another form', () => localStorage.setItem(SESSION, '{"uid":"owner"}')],
])('makes none for %s', async (_whom, change) => {
  change();
  const { makeFirstCalls } = await open();
  makeFirstCalls('/');
  expect(made).toEqual([]);
});

it('shows nobody a reply to another user’s call', async () => {
  const { makeFirstCalls, beginAdmission, early } = await open();
  makeFirstCalls('/');
  beginAdmission('somebody else');
  const before = made.length;
  void early.pageApi.callFully(stats);
  expect(made).toHaveLength(before + 1);
});

it.each(['a change', 'five seconds'])('asks again after %s', async (what) => {
  const { makeFirstCalls, beginAdmission, early } = await open();
  vi.useFakeTimers({ toFake: ['Date'] });
  makeFirstCalls('/');
  beginAdmission(uid);
  if (what === 'a change') early.forgetEarly();
  else vi.setSystemTime(Date.now() + 5_000);
  const before = made.length;
  void early.pageApi.callFully(stats);
  expect(made).toHaveLength(before + 1);
});

it('makes none once the page has begun to make its own', async () => {
  const { makeFirstCalls, early } = await open();
  void early.pageApi.callFully(stats);
  makeFirstCalls('/');
  expect(made).toHaveLength(1);
});

it.each([
  { after: 0, calls: 1, then: 'makes a call again that failed at once' },
  { after: 60_000, calls: 0, then: 'lets a call fail that was waited for' },
])('$then', async ({ after, calls }) => {
  const { makeFirstCalls, beginAdmission, early } = await open();
  vi.useFakeTimers({ toFake: ['Date'] });
  makeFirstCalls('/');
  beginAdmission(uid);
  const before = made.length;
  const asked = early.pageApi.callFully(stats).then(
    () => 'answered',
    () => 'failed',
  );
  vi.setSystemTime(Date.now() + after);
  made.find(({ route }) => route.path === stats.path)?.fail(new TypeError('Failed to fetch'));
  await vi.waitFor(() => expect(made.length - before).toBe(calls), 10_000);
  made.at(-1)?.answer([]);
  expect(await asked).toBe(calls === 1 ? 'answered' : 'failed');
});

describe('a list that is kept from the last visit', () => {
  const kept = [{ id: 'a' }, { id: 'b' }];

  async function openTasks() {
    const { makeFirstCalls, beginAdmission, queries } = await open();
    makeFirstCalls('/tasks');
    beginAdmission(uid);
    const { tasksQuery } = await import('../features/tasks/queries.ts');
    const { queryKey } = tasksQuery();
    queries.setQueryData(queryKey, kept as never);
    const asked = queries.fetchQuery({ ...tasksQuery(), staleTime: 0 });
    const calls = () => made.filter(({ route }) => route.path === routes.listTasks.path);
    return { calls, asked, shown: () => queries.getQueryData(queryKey) };
  }

  it('is replaced by its beginning, if that is all of it', async () => {
    const { calls, asked } = await openTasks();
    calls()[0]?.answer([{ id: 'b' }]);
    expect(await asked).toEqual([{ id: 'b' }]);
    expect(calls()).toHaveLength(1);
  });

  it('is not shortened to its beginning until all of it has come', async () => {
    const { calls, asked, shown } = await openTasks();
    calls()[0]?.answer([{ id: 'b' }], { 'X-Next-Cursor': 'after b' });
    await vi.waitFor(() => expect(calls()).toHaveLength(2), 10_000);
    expect(shown()).toEqual(kept);
    calls()[1]?.answer([{ id: 'b' }, { id: 'c' }]);
    expect(await asked).toEqual([{ id: 'b' }, { id: 'c' }]);
  });
});
