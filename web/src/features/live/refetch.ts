import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { isNotFound } from '../../lib/api.ts';
import type { Change } from '../../lib/changes.ts';

/** Fetches what the changes touch, if it is on screen; the rest is fetched when it is shown next. */
export function refetchChanges(client: QueryClient, changes: readonly Change[]): void {
  const touched = new Map(changes.flatMap(keysTouchedBy).map((key) => [JSON.stringify(key), key]));
  for (const queryKey of touched.values()) void client.invalidateQueries({ queryKey });
}

/** Fetches everything on screen again, except what does not exist: that would only flicker between missing and loading. */
export function refetchEverything(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => !isNotFound(state.error) });
}

/** Fetches one task and its history again. */
export function refetchTask(client: QueryClient, taskId: string): void {
  for (const queryKey of [keys.tasks.one(taskId), keys.items.ofTask(taskId)])
    void client.invalidateQueries({ queryKey });
}

function keysTouchedBy(change: Change): QueryKey[] {
  switch (change.kind) {
    case 'project':
      // Tasks and approvals show its name.
      return [keys.projects.lists, keys.projects.one(change.id), keys.stats, keys.tasks.lists, keys.approvals];
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
      return [
        keys.approvals,
        keys.stats,
        keys.items.one(change.id),
        change.taskId === undefined ? keys.items.all : keys.items.ofTask(change.taskId),
      ];
    case 'container':
      return [keys.containers.lists, keys.containers.one(change.id), keys.containers.liveStatus(change.id)];
  }
}
