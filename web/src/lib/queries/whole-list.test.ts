import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { routes } from '@countersign/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../api.ts';
import { noteLastSeen } from '../last-seen/use-last-seen.ts';
import { countsKey, wholeList } from './whole-list.ts';

afterEach(() => void vi.restoreAllMocks());

const key = ['tasks'];
const task = (id: string) => ({ id });

/** Answers each call with the next part, once the test allows it. */
function parts(...replies: { ids: string[]; next?: string; counts?: object }[]) {
  const waiting: (() => void)[] = [];
  const asked: unknown[] = [];
  vi.spyOn(api, 'callFully').mockImplementation(((
    _route: unknown,
    input: { query?: { cursor?: string }; headers?: Record<string, string> },
  ) => {
    asked.push(input.headers?.['X-List-First'] ?? input.query?.cursor);
    const reply = replies[asked.length - 1];
    const headers = new Headers();
    if (reply?.next) headers.set('X-Next-Cursor', reply.next);
    if (reply?.counts) headers.set('X-List-Counts', JSON.stringify(reply.counts));
    return new Promise((resolve) => waiting.push(() => resolve({ reply: reply?.ids.map(task), headers })));
  }) as never);
  return { asked, next: () => vi.waitFor(() => (waiting.length > 0 ? waiting.shift()?.() : Promise.reject()), 10_000) };
}

function observe(options: { first?: number; replacesKept?: boolean } = {}, client = new QueryClient()) {
  const queryFn = (context: never) => wholeList(routes.listTasks, {}, context, options);
  const observer = new QueryObserver<unknown>(client, { queryKey: key, queryFn: queryFn as never });
  const stop = observer.subscribe(() => undefined);
  const ids = () => (observer.getCurrentResult().data as { id: string }[] | undefined)?.map(({ id }) => id);
  return { client, observer, stop, ids };
}

it('shows what has arrived, and tells how many there are, until the list is whole', async () => {
  const { asked, next } = parts(
    { ids: ['a', 'b'], next: 'after b', counts: { total: 3, byStatus: { pending: 3 } } },
    { ids: ['c'] },
  );
  const { client, ids, stop } = observe();
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']), 10_000);
  expect(client.getQueryData(countsKey(key))).toEqual({ total: 3, byStatus: { pending: 3 } });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b', 'c']), 10_000);
  await vi.waitFor(() => expect(client.getQueryData(countsKey(key))).toBeNull(), 10_000);
  expect(asked).toEqual([undefined, 'after b']);
  stop();
});

it('keeps the whole list on screen while it is fetched again in parts', async () => {
  const { next } = parts(
    { ids: ['a'], next: 'after a', counts: { total: 3 } },
    { ids: ['b', 'c'] },
    { ids: ['a', 'b'], next: 'after b', counts: { total: 3 } },
    { ids: ['c', 'n'] },
  );
  const { client, observer, ids, stop } = observe();
  await next();
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b', 'c']), 10_000);
  await vi.waitFor(() => expect(client.getQueryData(countsKey(key))).toBeNull(), 10_000);
  void observer.refetch();
  await next();
  expect(ids()).toEqual(['a', 'b', 'c']);
  expect(client.getQueryData(countsKey(key)), 'nothing is missing on screen').toBeNull();
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b', 'c', 'n']), 10_000);
  stop();
});

it('asks once for a list that fits', async () => {
  const { asked, next } = parts({ ids: ['a'] });
  const { client, ids, stop } = observe();
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a']), 10_000);
  expect(asked).toEqual([undefined]);
  expect(client.getQueryData(countsKey(key))).toBeUndefined();
  stop();
});

it('shows the beginning with the counts before the rest is asked for', async () => {
  const { asked, next } = parts(
    { ids: ['a'], next: 'after a', counts: { total: 2, byStatus: { pending: 2 } } },
    { ids: ['a', 'b'], next: 'after b', counts: { total: 3 } },
    { ids: ['c'] },
    { ids: ['a', 'b', 'c'] },
  );
  const { client, observer, ids, stop } = observe({ first: 1 });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a']), 10_000);
  expect(client.getQueryData(countsKey(key))).toEqual({ total: 2, byStatus: { pending: 2 } });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']), 10_000);
  expect(client.getQueryData(countsKey(key))).toEqual({ total: 3 });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b', 'c']), 10_000);
  expect(client.getQueryData(countsKey(key))).toBeNull();
  void observer.refetch();
  await next();
  expect(asked, 'what is on screen is not asked for by itself').toEqual(['1', undefined, 'after b', undefined]);
  stop();
});

it('counts nothing until all are counted, where the beginning comes without counts', async () => {
  const { next } = parts({ ids: ['a'], next: 'after a' }, { ids: ['a', 'b'] });
  const { client, ids, stop } = observe({ first: 1 });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a']), 10_000);
  expect(client.getQueryData(countsKey(key))).toEqual({ total: null });
  await next();
  await vi.waitFor(() => expect(client.getQueryData(countsKey(key))).toBeNull(), 10_000);
  stop();
});

it('asks once for a list that fits into its beginning', async () => {
  const { asked, next } = parts({ ids: ['a'] });
  const { ids, stop } = observe({ first: 1 });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a']), 10_000);
  expect(asked).toEqual(['1']);
  stop();
});

it('puts a beginning in the place of a list from an earlier session, if asked to', async () => {
  const kept = (client: QueryClient) => {
    noteLastSeen(1);
    client.setQueryData(key, ['old', 'a', 'b'].map(task), { updatedAt: 1 });
    return client;
  };
  const { asked, next } = parts(
    { ids: ['a'], next: 'after a', counts: { total: 2 } },
    { ids: ['a', 'b'] },
    { ids: ['a', 'b'] },
  );
  const { client, ids, stop } = observe({ first: 1, replacesKept: true }, kept(new QueryClient()));
  expect(ids()).toEqual(['old', 'a', 'b']);
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a']), 10_000);
  expect(client.getQueryData(countsKey(key))).toEqual({ total: 2 });
  await next();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']), 10_000);
  stop();
  const other = observe({ first: 1 }, kept(new QueryClient()));
  await next();
  await vi.waitFor(() => expect(other.ids()).toEqual(['a', 'b']), 10_000);
  expect(asked).toEqual(['1', undefined, undefined]);
  other.stop();
});
