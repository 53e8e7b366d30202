import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows what a change of the person's own was answered with. What is being fetched began before it and is called off. */
export function putReply(queries: QueryClient, queryKey: QueryKey, reply: unknown): void {
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, reply);
}
