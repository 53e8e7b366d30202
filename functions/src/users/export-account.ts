import { exportKinds, LIST_REPLY_BYTES, LIST_REPLY_ITEMS, type ExportedThing } from '@countersign/contract';
import { isStorableId } from '../lib/id.ts';
import { invalidField } from '../lib/errors.ts';
import { Page, type PageRequest } from '../lib/page.ts';
import { list } from '../store/data.ts';
import { byIdBehind } from '../store/list-page.ts';
import { sources, type Source } from './export-sources.ts';

/** Documents read at a time: items of a history may be large. */
const READ = 50;

/** Where an export continues: after a document of a kind; '': at the kind's start. */
interface Place {
  kind: number;
  behind: string;
}

/**
 * A part of everything stored of a user, as much as one reply may hold, and no more than that in memory. Things that
 * change meanwhile are exported in their old or new state. Throws `invalid` for a cursor that is not ours.
 */
export async function exportAccount(userId: string, { limit, cursor }: PageRequest): Promise<Page<ExportedThing>> {
  const place = readCursor(cursor);
  const things: ExportedThing[] = [];
  let bytes = 0;
  for (; place.kind < exportKinds.length; Object.assign(place, { kind: place.kind + 1, behind: '' })) {
    const kind = exportKinds[place.kind] ?? 'account';
    for await (const { id, data } of thingsOf(sources[kind], userId, place.behind)) {
      if (data !== null) {
        bytes += Buffer.byteLength(JSON.stringify(data));
        const isFull = bytes > LIST_REPLY_BYTES || things.length === (limit ?? LIST_REPLY_ITEMS);
        if (isFull && things.length > 0) return new Page(things, writeCursor(place));
        things.push({ kind, data });
      }
      place.behind = id;
    }
  }
  return new Page(things, null);
}

async function* thingsOf<T extends { id: string }>({ query, tell }: Source<T>, userId: string, from: string) {
  let behind: string | null = from;
  while (behind !== null) {
    const documents: T[] = await list(byIdBehind(query(userId), behind).limit(READ));
    for (const document of documents) yield { id: document.id, data: await tell(document) };
    behind = documents.length < READ ? null : (documents.at(-1)?.id ?? null);
  }
}

const writeCursor = ({ kind, behind }: Place) => `${exportKinds[kind]}.${behind}`;

function readCursor(cursor = `${exportKinds[0]}.`): Place {
  const [kind, behind, ...more] = cursor.split('.');
  const place = { kind: exportKinds.findIndex((name) => name === kind), behind: behind ?? 'x' };
  const isOurs = place.kind >= 0 && (place.behind === '' || isStorableId(place.behind)) && more.length === 0;
  if (!isOurs || behind === undefined) throw invalidField('cursor', 'This cursor is not one of ours');
  return place;
}
