import type { CallInput, CallOutput, Route } from '@countersign/contract';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { isLastSeen } from '../last-seen/use-last-seen.ts';
import { isCalledEarly, pageApi } from './early-calls.ts';
import { firstOf } from './first-entries.ts';

/** The element type of a route's list. */
type Entry<R extends Route> = CallOutput<R> extends (infer Element)[] ? Element : never;

/** The counts of a list that is not completely loaded. */
export interface ListCounts {
  /** Null until known: an older server sends none with the beginning of a list. */
  total: number | null;
  byStatus?: Record<string, number>;
}

/** Where the counts of a list are kept while the rest of it is loading; null once all of it is there. */
export const countsKey = (listKey: QueryKey): QueryKey => ['counts', ...listKey];

interface WholeListOptions<R extends Route> {
  /** Appends a further page. */
  join?: (former: Entry<R>[], next: Entry<R>[]) => Entry<R>[];
  /**
   * If nothing of the list is known yet, its first entries are requested separately: they arrive long before thousands
   * do. So they are if they were asked for already, before the page was there.
   */
  first?: number;
  /** The first entries also take the place of a list that is known from an earlier session. */
  replacesKept?: boolean;
}

/**
 * Fetches a list to its end. Loaded entries are shown at once, while the next pages are fetched; meanwhile `countsKey`
 * has the total, unless as many as that are on screen already.
 */
export async function wholeList<R extends Route>(
  route: R,
  input: Omit<CallInput<R>, 'signal'>,
  { client, queryKey, signal }: QueryFunctionContext,
  { join = (former, next) => [...former, ...next], first: beginning, replacesKept = false }: WholeListOptions<R> = {},
): Promise<Entry<R>[]> {
  const page = async ({ cursor, first }: { cursor?: string; first?: number }) => {
    const query = (input as { query?: object }).query;
    const given = {
      ...input,
      query: cursor === undefined ? query : { ...query, cursor },
      headers: first === undefined ? {} : firstOf(first),
      signal,
    };
    const { reply, headers: told } = await pageApi.callFully(route, given as unknown as CallInput<R>);
    return { entries: reply as Entry<R>[], next: told.get('X-Next-Cursor'), counts: told.get('X-List-Counts') };
  };
  const { data: known, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
  const isNew = known === undefined || (replacesKept && isLastSeen(dataUpdatedAt));
  if (beginning !== undefined && (isNew || isCalledEarly(route, { headers: firstOf(beginning) }))) {
    const { entries, next, counts } = await page({ first: beginning });
    if (next === null) return entries;
    if (isNew) {
      tellCounts(client, queryKey, counts ?? JSON.stringify({ total: null } satisfies ListCounts));
      client.setQueryData(queryKey, entries);
    }
  }
  const first = await page({});
  let [entries, cursor] = [first.entries, first.next];
  tellCounts(client, queryKey, cursor === null || isShown(client, queryKey, first.counts) ? null : first.counts);
  while (cursor !== null) {
    const shown = client.getQueryData<Entry<R>[]>(queryKey);
    if ((shown?.length ?? 0) < entries.length) client.setQueryData(queryKey, entries);
    const next = await page({ cursor });
    entries = join(entries, next.entries);
    cursor = next.next;
  }
  tellCounts(client, queryKey, null);
  return entries;
}

/** Whether a list that is fetched again is on screen in full. */
function isShown(client: QueryClient, listKey: QueryKey, counts: string | null): boolean {
  const total = counts === null ? null : (JSON.parse(counts) as ListCounts).total;
  return total !== null && (client.getQueryData<unknown[]>(listKey)?.length ?? 0) >= total;
}

function tellCounts(client: QueryClient, listKey: QueryKey, counts: string | null): void {
  const known = client.getQueryData(countsKey(listKey)) !== undefined;
  if (counts !== null || known) {
    client.setQueryData(countsKey(listKey), counts === null ? null : (JSON.parse(counts) as ListCounts));
  }
}
