import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../../entities/query-keys.ts';
import { api } from '../../../lib/api.ts';

/**
 * For how many milliseconds the server still holds a decision back from its agent; 0 if it does not. Only the server
 * itself knows how much is left.
 */
export const heldForQuery = (id: string, releaseAt: string | null) =>
  queryOptions({
    queryKey: [...keys.items.one(id), 'held', releaseAt],
    queryFn: async ({ signal }) => {
      const began = performance.now();
      const held = (await api.call(routes.listHeldDecisions, { signal })).find((one) => one.id === id);
      return held ? began + held.leftMs - performance.now() : 0;
    },
    meta: { persist: false },
    gcTime: 0,
  });
