import { FieldPath, Timestamp, type DocumentData, type Query } from 'firebase-admin/firestore';
import { count, list } from './data.ts';
import { invalidField } from '../lib/errors.ts';
import { isStorableId } from '../lib/id.ts';
import { LIST_REPLY_BYTES, LIST_REPLY_ITEMS } from '@countersign/contract';
import { Page, type ListCounts, type PageRequest } from '../lib/page.ts';

type Aged = { id: string; createdAt: Timestamp };

/** How the things of a list that is cut are counted. */
export interface ListCounting {
  /** Where no limit was given; absent: the query is counted. */
  countAll?: () => Promise<ListCounts>;
  /** Where one was given; absent: nothing is counted. */
  countLimited?: () => Promise<ListCounts | null>;
}

/**
 * One page of a query, ordered by creation and then by id. Without a limit it is the whole list, up to what one reply
 * may hold; if there is more, the first page says how many there are in all, as `countAll` counts, or `countLimited`
 * where a limit was given. Throws `invalid` for a cursor that is not ours.
 */
export async function listPage<T extends Aged, D extends DocumentData>(
  query: Query<T, D>,
  direction: 'asc' | 'desc',
  { limit, cursor }: PageRequest,
  { countAll = async () => ({ total: await count(query) }), countLimited = async () => null }: ListCounting = {},
): Promise<Page<T>> {
  let ordered = query.orderBy('createdAt', direction).orderBy(FieldPath.documentId(), direction);
  if (cursor !== undefined) ordered = ordered.startAfter(...readCursor(cursor));
  const { items, hasMore } = await readBounded(ordered, limit ?? LIST_REPLY_ITEMS);
  const last = items.at(-1);
  const isCut = cursor === undefined && hasMore;
  const counts = isCut ? await (limit === undefined ? countAll : countLimited)() : null;
  return new Page(items, last && hasMore ? cursorOf(last) : null, counts, items.map(cursorOf));
}

/** Ordered by id, after a given one; '': from the beginning (the database accepts no empty id). */
export function byIdBehind<T, D extends DocumentData>(query: Query<T, D>, behindId: string): Query<T, D> {
  const ordered = query.orderBy(FieldPath.documentId());
  return behindId === '' ? ordered : ordered.startAfter(behindId);
}

/** How many documents are read at first; their size tells how many more a reply can hold. */
const READ_FIRST = 50;

/** Reads up to `limit` documents, and no more than a reply may hold: items of a task's history may be large. */
async function readBounded<T extends Aged, D extends DocumentData>(
  ordered: Query<T, D>,
  limit: number,
): Promise<{ items: T[]; hasMore: boolean }> {
  const items: T[] = [];
  let bytes = 0;
  for (let asked = READ_FIRST; ; asked = Math.ceil(((LIST_REPLY_BYTES - bytes) * items.length) / bytes)) {
    const last = items.at(-1);
    const rest = last ? ordered.startAfter(last.createdAt, last.id) : ordered;
    // One more than wanted shows whether there are more.
    const wanted = Math.min(asked, limit - items.length);
    const found = await list(rest.limit(wanted + 1));
    const hasMore = found.length > wanted;
    items.push(...found.slice(0, wanted));
    bytes += found.reduce((sum, document) => sum + JSON.stringify(document).length, 0);
    if (!hasMore || items.length === limit || bytes >= LIST_REPLY_BYTES) return { items, hasMore };
  }
}

/** How many things there are in each status, and in all. `ofStatus` makes the query for one status. */
export async function countByStatus<Status extends string, T, D extends DocumentData>(
  statuses: readonly Status[],
  ofStatus: (status: Status) => Query<T, D>,
): Promise<ListCounts> {
  const counts = await Promise.all(statuses.map((status) => count(ofStatus(status))));
  const byStatus = Object.fromEntries(statuses.map((status, index) => [status, counts[index] ?? 0]));
  return { total: counts.reduce((sum, one) => sum + one, 0), byStatus };
}

const cursorOf = ({ id, createdAt }: Aged) => writeCursor(createdAt, id);

/** The cursor after one of the things of a list ordered by time. */
export function writeCursor({ seconds, nanoseconds }: Timestamp, id: string): string {
  return Buffer.from(JSON.stringify([seconds, nanoseconds, id])).toString('base64url');
}

/** Time and id of the thing after which a list continues. Throws `invalid` for a cursor that is not ours. */
export function readCursor(cursor: string): [Timestamp, string] {
  try {
    const [seconds, nanoseconds, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      number,
      number,
      string,
    ];
    if (typeof id === 'string' && isStorableId(id)) return [new Timestamp(seconds, nanoseconds), id];
  } catch {
    // Refused below, like every other cursor that we did not write.
  }
  throw invalidField('cursor', 'This cursor is not one of ours');
}
