import { FieldPath, Timestamp, type DocumentData, type Query } from 'firebase-admin/firestore';
import { list } from './data.ts';
import { invalidField } from './errors.ts';
import { isStorableId } from './id.ts';

/** What a list's caller may ask for; without a limit the whole list is answered (design §4). */
export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A list's reply. The cursor travels in the header X-Next-Cursor; it is null on the last page. */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly nextCursor: string | null,
  ) {}

  /** The same page with other items. */
  with<U>(items: U[]): Page<U> {
    return new Page(items, this.nextCursor);
  }
}

type Aged = { id: string; createdAt: Timestamp };

/**
 * One page of a query, ordered by creation; the id decides between equal times.
 * Throws `invalid` for a cursor that is not ours.
 */
export async function page<T extends Aged, D extends DocumentData>(
  query: Query<T, D>,
  direction: 'asc' | 'desc',
  { limit, cursor }: PageRequest,
): Promise<Page<T>> {
  let ordered = query.orderBy('createdAt', direction).orderBy(FieldPath.documentId(), direction);
  if (cursor !== undefined) ordered = ordered.startAfter(...readCursor(cursor));
  if (limit === undefined) return new Page(await list(ordered), null);
  const items = await list(ordered.limit(limit));
  const last = items.at(-1);
  return new Page(items, last && items.length === limit ? writeCursor(last) : null);
}

function writeCursor({ id, createdAt }: Aged): string {
  return Buffer.from(JSON.stringify([createdAt.seconds, createdAt.nanoseconds, id])).toString('base64url');
}

function readCursor(cursor: string): [Timestamp, string] {
  try {
    const [seconds, nanoseconds, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      number,
      number,
      string,
    ];
    if (typeof id === 'string' && isStorableId(id)) return [new Timestamp(seconds, nanoseconds), id];
  } catch {
    // Answered below, like every other cursor that we did not write.
  }
  throw invalidField('cursor', 'This cursor is not one of ours');
}
