import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import type { Query } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { headersOf } from './headers-of.ts';
import { listStorage, openLists } from './list-store.ts';
import { noteLastSeen } from './use-last-seen.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const SAVE_EVERY_MS = 2000;
/** Increment when the shape of stored lists changes; lists stored by an older version are then dropped. */
const SHAPE = '2';

/**
 * How a user's lists survive a reload: headers only, marked by `meta.persist`, each dropped a week after it was
 * fetched.
 */
export function persistOptionsOf(uid: string) {
  openLists(uid);
  return {
    persister: createAsyncStoragePersister({
      storage: listStorage,
      key: uid,
      throttleTime: SAVE_EVERY_MS,
      serialize: (client: PersistedClient) => JSON.stringify(headersOf(asSeen(client))),
      deserialize: (kept: string) => asLastSeen(JSON.parse(kept) as PersistedClient),
    }),
    maxAge: WEEK_MS,
    buster: SHAPE,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: Query) => query.meta?.['persist'] === true && query.state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  };
}

/** A list whose last refetch failed was still seen: it is kept without its failure. */
function asSeen(client: PersistedClient): PersistedClient {
  const queries = client.clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success' as const, error: null, fetchFailureReason: null },
  }));
  return { ...client, clientState: { ...client.clientState, queries } };
}

/**
 * Saving renews the time of all lists together, including those that are never fetched again (for instance of a deleted
 * project). The others are noted as last seen.
 */
function asLastSeen(client: PersistedClient): PersistedClient {
  const isYoung = ({ state }: { state: { dataUpdatedAt: number } }) => state.dataUpdatedAt > Date.now() - WEEK_MS;
  const queries = client.clientState.queries.filter(isYoung);
  for (const { state } of queries) noteLastSeen(state.dataUpdatedAt);
  return { ...client, clientState: { ...client.clientState, queries } };
}
