import { isDeepStrictEqual } from 'node:util';
import type { Platform } from './platform.ts';
import { Refusal } from './tries.ts';

/** A document in Firestore's own form, so that every value is restored exactly. `path` is below the database. */
export interface StoredDocument {
  path: string;
  fields: Record<string, unknown>;
}

const PAGE = 300;
/** The most that one commit takes: the database allows 10 MiB. */
const COMMIT_BYTES = 4 * 1024 * 1024;
const COMMIT_DOCUMENTS = 300;

/** Collections below documents; one at the top with the same name is found with them. */
const BELOW = ['bodies', 'logs'];

/**
 * Collections that belong to one deployment at one moment: who holds the sweep's lock, and who called how often.
 * Neither kept nor restored; a database with nothing else counts as empty, since each call and sweep writes there.
 */
const OF_THE_MINUTE = ['rateWindows', 'sweepLocks'];
export const isKept = ({ path }: Pick<StoredDocument, 'path'>) => !OF_THE_MINUTE.includes(path.split('/')[1] ?? '');

/** Every document that is kept, including those below others, one page at a time. */
export async function* documentsOf(
  { documents, ask }: Pick<Platform, 'documents' | 'ask'>,
  at: Moment,
): AsyncGenerator<StoredDocument> {
  for (const collectionId of new Set([...(await collectionIds({ documents, ask }, at)), ...BELOW])) {
    for (let last: string | undefined, isFull = true; isFull;) {
      const structuredQuery = {
        from: [{ collectionId, allDescendants: true }],
        orderBy: [{ field: { fieldPath: '__name__' } }],
        limit: PAGE,
        ...(last === undefined ? {} : { startAt: { values: [{ referenceValue: last }], before: false } }),
      };
      const found = (await ask(`${documents}:runQuery`, { structuredQuery, ...at })) as Found[];
      const page = found.flatMap(({ document }) => document ?? []);
      yield* page.map(({ name, fields = {} }) => ({ path: pathOf(name), fields }));
      last = page.at(-1)?.name;
      isFull = page.length === PAGE;
    }
  }
}

interface Found {
  document?: { name: string; fields?: Record<string, unknown> };
}

/** The names of the top-level collections that are kept. */
async function collectionIds({ documents, ask }: Pick<Platform, 'documents' | 'ask'>, at: Moment): Promise<string[]> {
  const reply = (await ask(`${documents}:listCollectionIds`, { pageSize: PAGE, ...at })) as {
    collectionIds?: string[];
  };
  return (reply.collectionIds ?? []).filter((id) => !OF_THE_MINUTE.includes(id));
}

/** Whether there is no document that would be kept; `at`: at that moment, else now. */
export const isEmpty = async (platform: Platform, at: Moment = {}): Promise<boolean> =>
  (await collectionIds(platform, at)).length === 0;

/** One document as it is now, or was then, and when it was last written; null where there is none. */
export async function readDocument(platform: Platform, path: string, at: Moment = {}): Promise<Current | null> {
  return (await readDocuments(platform, [path], at)).get(path) ?? null;
}

/** Makes a read answer as of a moment; empty: as of now. */
export interface Moment {
  readTime?: string;
}

interface Current extends StoredDocument {
  updateTime: string;
}

async function readDocuments(
  { documents, ask }: Platform,
  paths: string[],
  at: Moment = {},
): Promise<Map<string, Current>> {
  const names = paths.map((path) => nameOf(documents, path));
  const replies = (await ask(`${documents}:batchGet`, { documents: names, ...at })) as {
    found?: { name: string; fields?: Record<string, unknown>; updateTime: string };
  }[];
  return new Map(
    replies
      .flatMap(({ found }) => found ?? [])
      .map(({ name, fields = {}, updateTime }) => [pathOf(name), { path: pathOf(name), fields, updateTime }]),
  );
}

/** A document's full name in the database whose documents are at this address. */
export const nameOf = (documents: string, path: string) =>
  `${new URL(documents).pathname.replace(/^.*?\/v1\//, '')}${path}`;

const pathOf = (name: string) => name.slice(name.indexOf('/documents/') + '/documents'.length);

/** Writes documents. One that already exists must be equal: an earlier try has written it. Throws if one differs. */
export async function writeDocuments(platform: Platform, all: AsyncIterable<StoredDocument>): Promise<void> {
  let [waiting, bytes]: [StoredDocument[], number] = [[], 0];
  const send = async () => {
    if (waiting.length > 0) await commit(platform, waiting);
    [waiting, bytes] = [[], 0];
  };
  for await (const document of all) {
    const size = Buffer.byteLength(JSON.stringify(document.fields));
    if (bytes + size > COMMIT_BYTES || waiting.length === COMMIT_DOCUMENTS) await send();
    waiting.push(document);
    bytes += size;
  }
  await send();
}

async function commit(platform: Platform, some: StoredDocument[]): Promise<void> {
  const writes = some.map(({ path, fields }) => ({
    update: { name: nameOf(platform.documents, path), fields },
    currentDocument: { exists: false },
  }));
  try {
    await platform.ask(`${platform.documents}:commit`, { writes });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ALREADY_EXISTS') throw error;
    const missing = await leaveOutWritten(platform, some);
    if (missing.length === some.length) throw error;
    if (missing.length > 0) await commit(platform, missing);
  }
}

/** Those of the given documents that do not exist yet. Throws if one exists with other contents. */
async function leaveOutWritten(platform: Platform, some: StoredDocument[]): Promise<StoredDocument[]> {
  const there = await readDocuments(
    platform,
    some.map(({ path }) => path),
  );
  for (const { path, fields } of some) {
    const found = there.get(path);
    if (found && !isDeepStrictEqual(found.fields, fields))
      throw new Error(`${path} is there already, with other contents: somebody else has written to this database`);
  }
  return some.filter(({ path }) => !there.has(path));
}
