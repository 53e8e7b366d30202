import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';

/** After pause and resume: the container and its live status are asked for again (specification §7). */
export function refreshContainer(queries: QueryClient, id: string): void {
  void queries.invalidateQueries({ queryKey: keys.containers.one(id) });
  void queries.invalidateQueries({ queryKey: keys.containers.liveStatus(id) });
}
