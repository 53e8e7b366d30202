import type { Platform } from './platform.ts';

/** A document in Firestore's own form, so that every value comes back as it was. `path` is below the database. */
export interface StoredDocument {
  path: string;
  fields: Record<string, unknown>;
}

const PAGE = 300;
/** What one commit takes at most: the database allows 10 MiB. */
const COMMIT_BYTES = 4 * 1024 * 1024;
const COMMIT_DOCUMENTS = 300;

/** Collections below documents; what has the name of one at the top is found with that. */
const BELOW = ['bodies', 'logs'];

/** Every document, those below others included, a page at a time; `readTime`: as they were then. */
export async function* documentsOf(
  { documents, call }: Pick<Platform, 'documents' | 'call'>,
  readTime: string | undefined,
): AsyncGenerator<StoredDocument> {
  const at = readTime === undefined ? {} : { readTime };
  for (const collectionId of new Set([...(await collectionIds({ documents, call })), ...BELOW])) {
    for (let last: string | undefined, isFull = true; isFull;) {
      const structuredQuery = {
        from: [{ collectionId, allDescendants: true }],
        orderBy: [{ field: { fieldPath: '__name__' } }],
        limit: PAGE,
        ...(last === undefined ? {} : { startAt: { values: [{ referenceValue: last }], before: false } }),
      };
      const found = (await post(call, `${documents}:runQuery`, { structuredQuery, ...at })) as Found[];
      const page = found.flatMap(({ document }) => document ?? []);
      for (const { name, fields = {} } of page)
        yield { path: name.slice(name.indexOf('/documents/') + '/documents'.length), fields };
      last = page.at(-1)?.name;
      isFull = page.length === PAGE;
    }
  }
}

interface Found {
  document?: { name: string; fields?: Record<string, unknown> };
}

/** The names of the collections that are below no document. */
async function collectionIds({ documents, call }: Pick<Platform, 'documents' | 'call'>): Promise<string[]> {
  const reply = await post(call, `${documents}:listCollectionIds`, { pageSize: PAGE });
  return (reply as { collectionIds?: string[] }).collectionIds ?? [];
}

/** Whether there is no document. */
export const isEmpty = async (platform: Platform): Promise<boolean> => (await collectionIds(platform)).length === 0;

/** Writes documents that are not there yet. Throws where one is. */
export async function writeDocuments(platform: Platform, all: AsyncIterable<StoredDocument>): Promise<number> {
  const database = new URL(platform.documents).pathname.replace('/v1/', '');
  let [writes, bytes, written]: [object[], number, number] = [[], 0, 0];
  const commit = async () => {
    if (writes.length > 0) await post(platform.call, `${platform.documents}:commit`, { writes });
    written += writes.length;
    [writes, bytes] = [[], 0];
  };
  for await (const { path, fields } of all) {
    const size = JSON.stringify(fields).length;
    if (bytes + size > COMMIT_BYTES || writes.length === COMMIT_DOCUMENTS) await commit();
    writes.push({ update: { name: `${database}${path}`, fields }, currentDocument: { exists: false } });
    bytes += size;
  }
  await commit();
  return written;
}

async function post(call: Platform['call'], url: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  return (await call(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))).json();
}
