import type { CallInput, CallOutput, Route } from '@countersign/contract';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { api } from './api.ts';

/** What the lists of a route hold. */
type Entry<R extends Route> = CallOutput<R> extends (infer Element)[] ? Element : never;

/** How many things a list has that has not arrived whole. */
export interface ListCounts {
  total: number;
  byStatus?: Record<string, number>;
}

/** Where the counts of a list are kept while the rest of it is on its way; null when all of it is there. */
export const countsKey = (listKey: QueryKey): QueryKey => ['counts', ...listKey];

/**
 * Fetches a list to its end. What has arrived is shown at once, while the next pages are fetched; meanwhile `countsKey`
 * tells how many there are. `join` puts a further page to the former ones.
 */
export async function wholeList<R extends Route>(
  route: R,
  input: Omit<CallInput<R>, 'signal'>,
  { client, queryKey, signal }: QueryFunctionContext,
  join: (former: Entry<R>[], next: Entry<R>[]) => Entry<R>[] = (former, next) => [...former, ...next],
): Promise<Entry<R>[]> {
  const page = async (cursor: string | null) => {
    const query = (input as { query?: object }).query;
    const given = { ...input, query: cursor === null ? query : { ...query, cursor }, signal };
    const { reply, headers } = await api.callFully(route, given as unknown as CallInput<R>);
    return { entries: reply as Entry<R>[], next: headers.get('X-Next-Cursor'), counts: headers.get('X-List-Counts') };
  };
  const first = await page(null);
  let [entries, cursor] = [first.entries, first.next];
  tellCounts(client, queryKey, cursor === null ? null : first.counts);
  while (cursor !== null) {
    const shown = client.getQueryData<Entry<R>[]>(queryKey);
    if ((shown?.length ?? 0) < entries.length) client.setQueryData(queryKey, entries);
    const next = await page(cursor);
    entries = join(entries, next.entries);
    cursor = next.next;
  }
  tellCounts(client, queryKey, null);
  return entries;
}

function tellCounts(client: QueryClient, listKey: QueryKey, counts: string | null): void {
  const known = client.getQueryData(countsKey(listKey)) !== undefined;
  if (counts !== null || known) {
    client.setQueryData(countsKey(listKey), counts === null ? null : (JSON.parse(counts) as ListCounts));
  }
}
