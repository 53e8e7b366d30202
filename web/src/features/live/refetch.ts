import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { isNotFound } from '../../lib/api.ts';
import type { Change } from '../../lib/live/changes.ts';

/** Fetches what the changes affect, if it is on screen; the rest is fetched when it is shown next. */
export function refetchChanges(client: QueryClient, changes: readonly Change[]): void {
  refetchKeys(client, changes.flatMap(keysTouchedBy));
}

/**
 * The same for a task's own signal: steps that need no decision, and its agent's usage. There may be one a second, and
 * they are in no list; whatever is in a list is also on the user's signal.
 */
export function refetchStreamed(client: QueryClient, changes: readonly Change[]): void {
  refetchKeys(client, changes.flatMap(keysStreamedTo));
}

/**
 * Fetches everything on screen again, except what does not exist, which would only flicker between missing and loading.
 */
export function refetchEverything(client: QueryClient): void {
  void refetch(client, { predicate: ({ state }) => !isNotFound(state.error) });
}

/** Fetches one task and its history again. */
export function refetchTask(client: QueryClient, taskId: string): void {
  refetchKeys(client, [keys.tasks.one(taskId), keys.items.ofTask(taskId)]);
}

/** What waits for the person comes first, if it is on screen: all other calls would slow down its own. */
function refetchKeys(client: QueryClient, touched: readonly QueryKey[]): void {
  const each = new Map(touched.map((key) => [JSON.stringify(key), key]));
  const isFirst = each.delete(JSON.stringify(keys.approvals));
  const others = [...each.values()];
  const refetchOthers = () => others.forEach((queryKey) => void refetch(client, { queryKey }));
  if (!isFirst) return refetchOthers();
  const arrived = refetch(client, { queryKey: keys.approvals });
  if (client.isFetching({ queryKey: keys.approvals }) === 0) return refetchOthers();
  // Out of date at once, for a page that is opened meanwhile.
  for (const queryKey of others) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  void arrived.then(refetchOthers);
}

/** Queries whose data changed while they were being fetched. */
const overtaken = new WeakSet<Query>();

/**
 * Fetches matching queries again. A fetch that is already under way is allowed to finish, however slow the network and
 * however frequent the changes: if it were cancelled each time, it would never arrive. Because it may be older than the
 * change, it is then repeated once. Resolves when what is on screen has arrived, or failed.
 */
function refetch(client: QueryClient, filters: QueryFilters): Promise<void> {
  for (const query of client.getQueryCache().findAll(filters)) {
    if (query.state.fetchStatus !== 'idle') refetchWhenSettled(client, query);
  }
  return client.invalidateQueries(filters, { cancelRefetch: false });
}

function refetchWhenSettled(client: QueryClient, query: Query): void {
  if (overtaken.has(query)) return;
  overtaken.add(query);
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.query !== query) return;
    const isGone = event.type === 'removed';
    if (!isGone && query.state.fetchStatus !== 'idle') return;
    stop();
    overtaken.delete(query);
    if (!isGone) void refetch(client, { queryKey: query.queryKey, exact: true });
  });
}

function keysStreamedTo(change: Change): QueryKey[] {
  switch (change.kind) {
    case 'task':
      return [keys.tasks.one(change.id)];
    case 'item':
      return [
        keys.items.one(change.id),
        change.taskId === undefined ? keys.items.all : keys.items.ofTask(change.taskId),
      ];
    default:
      return keysTouchedBy(change);
  }
}

function keysTouchedBy(change: Change): QueryKey[] {
  switch (change.kind) {
    case 'project':
      // Tasks, containers and approvals show its name, tasks its model as well.
      return [
        keys.projects.lists,
        keys.projects.one(change.id),
        keys.stats,
        keys.tasks.all,
        keys.containers.ones,
        keys.approvals,
      ];
    case 'repository':
      // Results say whether a token is stored.
      return [keys.repositories.all, keys.projects.all, keys.results.all];
    case 'task':
      return [
        keys.tasks.lists,
        keys.tasks.one(change.id),
        keys.results.one(change.id),
        keys.projects.all,
        keys.stats,
        keys.approvals,
      ];
    case 'item':
      return [keys.approvals, keys.stats, ...keysStreamedTo(change)];
    case 'container':
      return [keys.containers.lists, keys.containers.one(change.id), keys.containers.liveStatus(change.id)];
  }
}
