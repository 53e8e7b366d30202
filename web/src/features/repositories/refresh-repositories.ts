import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';

/** After a repository was added, linked or deleted: the lists, and the projects, which count theirs. */
export function refreshRepositories(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: keys.repositories.lists });
  void queries.invalidateQueries({ queryKey: keys.projects.all });
}
