import type { CallInput, CallOutput, Route } from '@countersign/contract';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { api } from './api.ts';

/** What the lists of a route hold. */
type Entry<R extends Route> = CallOutput<R> extends (infer Element)[] ? Element : never;

/** How many things a list has that has not arrived whole. */
export interface ListCounts {
  /** Null until it is known: the beginning of a list tells only that there is more. */
  total: number | null;
  byStatus?: Record<string, number>;
}

/** Where the counts of a list are kept while the rest of it is on its way; null when all of it is there. */
export const countsKey = (listKey: QueryKey): QueryKey => ['counts', ...listKey];

interface WholeListOptions<R extends Route> {
  /** Puts a further page to the former ones. */
  join?: (former: Entry<R>[], next: Entry<R>[]) => Entry<R>[];
  /** Where nothing of it is known yet, its first entries are asked for by themselves: they are there long before thousands are. */
  first?: number;
}

/**
 * Fetches a list to its end. What has arrived is shown at once, while the next pages are fetched; meanwhile `countsKey`
 * tells how many there are.
 */
export async function wholeList<R extends Route>(
  route: R,
  input: Omit<CallInput<R>, 'signal'>,
  { client, queryKey, signal }: QueryFunctionContext,
  { join = (former, next) => [...former, ...next], first: beginning }: WholeListOptions<R> = {},
): Promise<Entry<R>[]> {
  const page = async ({ cursor, first }: { cursor?: string; first?: number }) => {
    const query = (input as { query?: object }).query;
    const asked: Record<string, string> = first === undefined ? {} : { 'X-List-First': String(first) };
    const given = { ...input, query: cursor === undefined ? query : { ...query, cursor }, headers: asked, signal };
    const { reply, headers } = await api.callFully(route, given as unknown as CallInput<R>);
    return { entries: reply as Entry<R>[], next: headers.get('X-Next-Cursor'), counts: headers.get('X-List-Counts') };
  };
  if (beginning !== undefined && client.getQueryData(queryKey) === undefined) {
    const { entries, next } = await page({ first: beginning });
    if (next === null) return entries;
    client.setQueryData(countsKey(queryKey), { total: null } satisfies ListCounts);
    client.setQueryData(queryKey, entries);
  }
  const first = await page({});
  let [entries, cursor] = [first.entries, first.next];
  tellCounts(client, queryKey, cursor === null ? null : first.counts);
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

function tellCounts(client: QueryClient, listKey: QueryKey, counts: string | null): void {
  const known = client.getQueryData(countsKey(listKey)) !== undefined;
  if (counts !== null || known) {
    client.setQueryData(countsKey(listKey), counts === null ? null : (JSON.parse(counts) as ListCounts));
  }
}
