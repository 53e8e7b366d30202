import { FIELD_REPLY_LIMIT_BYTES } from '@countersign/contract';
import type { BodyField, BodyHeader, TaskItemBodyDocument, TaskItemDocument } from '../documents/task-item.ts';
import { bodyFields } from '../documents/task-item.ts';
import { list, type Writer } from '../store/data.ts';
import { taskItemBodies } from '../store/firestore.ts';
import { canonicalJson } from '../lib/canonical-json.ts';

/** Characters of one chunk: at most 4 bytes each, so never more than 512 KiB. */
const CHUNK_CHARACTERS = 128 * 1024;

/** The long fields of an item as code uses them; absent or null where there is none. */
export type Bodies = Partial<Record<BodyField, unknown>>;

export interface PreparedBodies {
  headers: TaskItemDocument['bodies'];
  chunks: Omit<TaskItemBodyDocument, 'userId'>[];
}

/** Turns each long field into its header and, if that cannot hold it, its chunks. */
export function prepareBodies(bodies: Bodies): PreparedBodies {
  const headers: TaskItemDocument['bodies'] = {};
  const chunks: PreparedBodies['chunks'] = [];
  for (const field of bodyFields) {
    const value = bodies[field];
    if (value === undefined || value === null) continue;
    const json = canonicalJson(value);
    const size = Buffer.byteLength(json);
    if (size <= FIELD_REPLY_LIMIT_BYTES) {
      headers[field] = { text: json, size, chunks: 0 };
      continue;
    }
    const texts = splitText(json);
    headers[field] = { text: cut(typeof value === 'string' ? value : json), size, chunks: texts.length };
    texts.forEach((text, index) => chunks.push({ id: chunkId(field, index), field, index, text }));
  }
  return { headers, chunks };
}

/** Writes the chunks of an item and deletes those of an earlier, longer version. */
export function writeChunks(
  writer: Writer,
  item: { id: string; userId: string },
  chunks: PreparedBodies['chunks'],
  before: TaskItemDocument['bodies'] = {},
): void {
  const collection = taskItemBodies(item.id);
  for (const chunk of chunks) writer.set(collection.doc(chunk.id), { ...chunk, userId: item.userId });
  const kept = new Set(chunks.map(({ id }) => id));
  for (const id of chunkIds(before)) if (!kept.has(id)) writer.delete(collection.doc(id));
}

/** An item's long fields as in its header: complete, or their first 20 KiB as text. */
export function shortBodies(item: Pick<TaskItemDocument, 'bodies'>): { bodies: Bodies; truncated: boolean } {
  const bodies: Bodies = {};
  for (const field of bodyFields) {
    const header = item.bodies[field];
    if (header) bodies[field] = header.chunks === 0 ? (JSON.parse(header.text) as unknown) : header.text;
  }
  return { bodies, truncated: Object.values(item.bodies).some((header) => header.chunks > 0) };
}

/** An item's complete long fields; reads the chunks if there are any. */
export async function completeBodies(item: TaskItemDocument): Promise<Bodies> {
  const { bodies, truncated } = shortBodies(item);
  if (!truncated) return bodies;
  const chunks = await list(taskItemBodies(item.id));
  for (const field of bodyFields) {
    if (!item.bodies[field]?.chunks) continue;
    const own = chunks.filter((chunk) => chunk.field === field).sort((a, b) => a.index - b.index);
    bodies[field] = JSON.parse(own.map(({ text }) => text).join('')) as unknown;
  }
  return bodies;
}

/** Ids of the chunk documents that these headers refer to. */
export function chunkIds(headers: TaskItemDocument['bodies']): string[] {
  const entries = Object.entries(headers) as [BodyField, BodyHeader][];
  return entries.flatMap(([field, { chunks }]) => Array.from({ length: chunks }, (_, index) => chunkId(field, index)));
}

const chunkId = (field: BodyField, index: number) => `${field}-${index}`;

/** Never splits a surrogate pair: neither half can be stored alone. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + CHUNK_CHARACTERS, text.length);
    if (isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length) end -= 1;
    parts.push(text.slice(begin, end));
    begin = end;
  }
  return parts;
}

/** The first 20 KiB, without a partial character at the end. */
function cut(text: string): string {
  const bytes = Buffer.from(text.slice(0, FIELD_REPLY_LIMIT_BYTES), 'utf8').subarray(0, FIELD_REPLY_LIMIT_BYTES);
  return bytes.toString('utf8').replace(/\uFFFD{1,3}$/, '');
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
