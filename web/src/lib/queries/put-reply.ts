import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows the reply to a person's own change. A fetch that is under way began before it and is cancelled. */
export function putReply(queries: QueryClient, queryKey: QueryKey, reply: unknown): void {
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, reply);
}
