import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { deferred } from '../timing/deferred.ts';
import { putReply } from './put-reply.ts';

const queryKey = ['tasks', 'one', 't'];

it('is not overwritten by a call that began before the change', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { promise, resolve } = deferred<string>();
  new QueryObserver(queries, { queryKey, queryFn: () => promise }).subscribe(() => {});
  putReply(queries, queryKey, 'stopped');
  expect(queries.isFetching()).toBe(0);
  resolve('running');
  await promise;
  await new Promise(setImmediate);
  expect(queries.getQueryData(queryKey)).toBe('stopped');
});

it('leaves alone what belongs to the thing and was not answered', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { promise, resolve } = deferred<string>();
  const used = [...queryKey, 'usage'];
  const usage = queries.fetchQuery({ queryKey: used, queryFn: () => promise });
  putReply(queries, queryKey, 'stopped');
  resolve('much');
  expect(await usage).toBe('much');
});
