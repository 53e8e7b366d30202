/** The database to export. */
export interface Database {
  /** `host:port`. */
  firestoreHost: string;
  projectId: string;
}

/**
 * Fields of a document in plain JSON; a time is `{"$time": "2026-11-22T10:00:00.000001Z"}`, a long repetitive text
 * `{"$text": [["part", 3], …]}`.
 */
export type Fields = Record<string, unknown>;

/** Firestore's own form of a value, for the kinds that this product stores. */
interface Value {
  nullValue?: null;
  stringValue?: string;
  integerValue?: string;
  doubleValue?: number;
  booleanValue?: boolean;
  timestampValue?: string;
  arrayValue?: { values?: Value[] };
  mapValue?: { fields?: Record<string, Value> };
}

interface Document {
  name: string;
  fields?: Record<string, Value>;
}

/** Longer texts are written as their repeated parts. */
const LONG_CHARACTERS = 2_000;

/** Every document of a database by its path, sorted. Throws for a kind of value that the product does not store. */
export async function exportDocuments({ firestoreHost, projectId }: Database): Promise<Record<string, Fields>> {
  const root = `http://${firestoreHost}/v1/projects/${projectId}/databases/(default)/documents`;
  const found = new Map<string, Fields>();
  await collect(root, '', found);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function collect(root: string, parent: string, found: Map<string, Fields>): Promise<void> {
  for (const collectionId of await collectionIds(root, parent)) {
    for (const { name, fields = {} } of await documentsIn(`${root}${parent}/${collectionId}`)) {
      const path = name.slice(name.indexOf('/documents/') + '/documents'.length);
      found.set(path.slice(1), plainFields(fields));
      await collect(root, path, found);
    }
  }
}

async function collectionIds(root: string, parent: string): Promise<string[]> {
  const { collectionIds = [] } = await call<{ collectionIds?: string[] }>(`${root}${parent}:listCollectionIds`, 'POST');
  return collectionIds;
}

async function documentsIn(collection: string): Promise<Document[]> {
  const all: Document[] = [];
  let pageToken = '';
  do {
    const url = `${collection}?pageSize=300&pageToken=${encodeURIComponent(pageToken)}`;
    const page = await call<{ documents?: Document[]; nextPageToken?: string }>(url, 'GET');
    all.push(...(page.documents ?? []));
    pageToken = page.nextPageToken ?? '';
  } while (pageToken !== '');
  return all;
}

async function call<T>(url: string, method: 'GET' | 'POST'): Promise<T> {
  const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
  const response = await fetch(url, { method, headers, body: method === 'POST' ? '{}' : null });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

function plainFields(fields: Record<string, Value>): Fields {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, value]) => [name, plain(value)]));
}

function plain(value: Value): unknown {
  if (value.stringValue !== undefined) return plainText(value.stringValue);
  if (value.timestampValue !== undefined) return { $time: value.timestampValue };
  if (value.integerValue !== undefined) return Number(value.integerValue);
  if (value.mapValue !== undefined) return plainFields(value.mapValue.fields ?? {});
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(plain);
  for (const one of [value.nullValue, value.booleanValue, value.doubleValue]) if (one !== undefined) return one;
  throw new Error(`A value of a kind that is not expected: ${JSON.stringify(value)}`);
}

/** Equal consecutive lines are written once, with their number. */
function plainText(text: string): unknown {
  if (text.length <= LONG_CHARACTERS) return text;
  const parts: [string, number][] = [];
  for (const line of text.split(/(?<=\n|\\n)/)) {
    const last = parts.at(-1);
    if (last?.[0] === line) last[1] += 1;
    else parts.push([line, 1]);
  }
  return { $text: parts };
}
