import type { DocumentData, Query } from 'firebase-admin/firestore';
import { list } from '../store/data.ts';
import { byIdBehind } from '../store/list-page.ts';
import { OutOfTime } from '../outbox/handler.ts';

/** Documents read and acted on together. */
const PAGE = 100;

/**
 * Calls `act` with what a query finds, a page at a time, ordered by id, from behind an id: what `act` changes need not
 * leave the query. Throws OutOfTime after a page, never before the first, where there may be more.
 */
export async function pageByPage<T extends { id: string }, D extends DocumentData>(
  name: string,
  query: Query<T, D>,
  deadline: number,
  act: (page: T[]) => Promise<unknown>,
  behindId = '',
): Promise<void> {
  for (let behind = behindId; ;) {
    const page = await list(byIdBehind(query, behind).limit(PAGE));
    await act(page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    if (Date.now() > deadline) throw new OutOfTime(`Time is up at ${name}`);
    behind = last.id;
  }
}
