import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { refetchChanges, refetchEverything, refetchStreamed } from './refetch.ts';

function staleAfter(change: Parameters<typeof refetchChanges>[1][number], refetch = refetchChanges): string[] {
  const client = new QueryClient();
  const all = {
    stats: keys.stats,
    summaries: keys.projects.summaries,
    project: keys.projects.one('p'),
    tasks: keys.tasks.lists,
    tasksOfProject: keys.tasks.ofProject('p'),
    task: keys.tasks.one('t'),
    otherTask: keys.tasks.one('other'),
    items: keys.items.ofTask('t'),
    item: keys.items.one('i'),
    result: keys.results.one('t'),
    otherItems: keys.items.ofTask('other'),
    approvals: keys.approvals,
    containers: keys.containers.lists,
    container: keys.containers.one('c'),
    liveStatus: keys.containers.liveStatus('c'),
    logs: keys.containers.logs('c'),
  };
  for (const key of Object.values(all)) client.setQueryData(key, 'seen');
  refetch(client, [change]);
  return Object.entries(all)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);
}

it('a task touches its lists, itself, the counts of projects, the numbers, and approvals, which show its title', () => {
  expect(staleAfter({ kind: 'task', id: 't', nonce: 'n' })).toEqual([
    'stats',
    'summaries',
    'project',
    'tasks',
    'tasksOfProject',
    'task',
    'result',
    'approvals',
  ]);
});

it('a project touches its lists, itself, the numbers, and what shows its name or model, but nothing that is polled', () => {
  expect(staleAfter({ kind: 'project', id: 'p', nonce: 'n' })).toEqual([
    'stats',
    'summaries',
    'project',
    'tasks',
    'tasksOfProject',
    'task',
    'otherTask',
    'approvals',
    'container',
  ]);
});

it('an item touches approvals, the numbers and the history of its task', () => {
  expect(staleAfter({ kind: 'item', id: 'i', taskId: 't', nonce: 'n' })).toEqual([
    'stats',
    'items',
    'item',
    'approvals',
  ]);
});

it('what streams in touches the page of its task alone: no list, no approvals, nothing that is asked at GitHub', () => {
  const item = { kind: 'item', id: 'i', taskId: 't', nonce: 'n' } as const;
  expect(staleAfter(item, refetchStreamed)).toEqual(['items', 'item']);
  expect(staleAfter({ kind: 'task', id: 't', nonce: 'n' }, refetchStreamed)).toEqual(['task']);
});

it('a container touches its lists and itself, not its log, which is polled', () => {
  expect(staleAfter({ kind: 'container', id: 'c', nonce: 'n' })).toEqual(['containers', 'container', 'liveStatus']);
});

const changed = { kind: 'item', id: 'i', taskId: 't', nonce: 'n' } as const;

/**
 * A history on screen that is being fetched, with the requests sent for it; each call is answered when the test says
 * so.
 */
function slowHistory() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const calls: { isCalledOff: () => boolean; answer: (items: string) => void; fail: () => void }[] = [];
  const queryKey = keys.items.ofTask('t');
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = deferred<string>();
    calls.push({ isCalledOff: () => signal.aborted, answer: resolve, fail: () => reject(new TypeError('Failed')) });
    return promise;
  };
  const observer = new QueryObserver<string>(client, { queryKey, queryFn });
  const leave = observer.subscribe(() => {});
  return { client, calls, queryKey, leave, shown: () => client.getQueryData(queryKey) };
}

it('lets a slow call come to its end however often its list changes, and then makes one that began after the last change', async () => {
  const { client, calls, shown } = slowHistory();
  refetchStreamed(client, [changed]);
  expect(calls, 'the first call is still under way').toHaveLength(1);
  calls[0]?.answer('first');
  await vi.waitFor(() => expect(shown()).toBe('first'), 10_000);
  expect(calls, 'it began before the change').toHaveLength(2);

  for (let second = 0; second < 10; second += 1) refetchStreamed(client, [changed]);
  refetchEverything(client);
  expect(calls).toHaveLength(2);
  expect(calls[1]?.isCalledOff()).toBe(false);
  calls[1]?.answer('second');
  await vi.waitFor(() => expect(shown()).toBe('second'), 10_000);
  expect(calls, 'ten changes are followed by one call').toHaveLength(3);
  calls[2]?.answer('third');
  await vi.waitFor(() => expect(shown()).toBe('third'), 10_000);
  expect(client.isFetching()).toBe(0);
  expect(calls).toHaveLength(3);
});

it('goes on after a call that failed', async () => {
  const { client, calls, shown } = slowHistory();
  refetchStreamed(client, [changed]);
  calls[0]?.fail();
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000);
  calls[1]?.answer('second');
  await vi.waitFor(() => expect(shown()).toBe('second'), 10_000);
});

it('leaves a page that was left meanwhile to be fetched when it is opened next', async () => {
  const { client, calls, queryKey, leave } = slowHistory();
  calls[0]?.answer('first');
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 10_000);
  void client.refetchQueries({ queryKey });
  refetchStreamed(client, [changed]);
  leave();
  expect(calls[1]?.isCalledOff()).toBe(true);
  expect(calls).toHaveLength(2);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('fetches what waits for the person first, if it is on screen, and everything else once it has arrived', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const show = (name: string, queryKey: readonly string[], initialData?: string) => {
    const queryFn = () => {
      const { promise, resolve } = deferred<string>();
      asked.push(name);
      answers.set(name, () => resolve(name));
      return promise;
    };
    return new QueryObserver(client, { queryKey, queryFn, initialData, staleTime: Infinity }).subscribe(() => {});
  };
  const leave = show('approvals', keys.approvals, 'seen');
  show('stats', keys.stats, 'seen');
  refetchChanges(client, [changed]);
  expect(asked).toEqual(['approvals']);
  expect(client.getQueryState(keys.stats)?.isInvalidated).toBe(true);
  answers.get('approvals')?.();
  await vi.waitFor(() => expect(asked).toEqual(['approvals', 'stats']), 10_000);
  answers.get('stats')?.();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 10_000);

  leave();
  refetchChanges(client, [changed]);
  expect(asked, 'where none are on screen').toEqual(['approvals', 'stats', 'stats']);
});
