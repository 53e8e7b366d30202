import { getAuth } from 'firebase-admin/auth';
import { Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { db } from '../store/firestore.ts';

const folder = join(import.meta.dirname, '../acceptance/stored');

const storedStore = z.object({
  commit: z.string(),
  githubToken: z.string(),
  keys: z.object({ SECRETS_KEYS: z.string(), JWT_KEY: z.string() }),
  accounts: z.array(
    z.object({ uid: z.string(), email: z.string(), password: z.string(), displayName: z.string().optional() }),
  ),
  documents: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type StoredStore = z.infer<typeof storedStore>;

/** Every store kept from an earlier version, by name (see dev/record-store). */
export function keptStores(): [string, StoredStore][] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => [
    basename(file, '.json'),
    storedStore.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  ]);
}

/** A document as stored; `path` as in Firestore. */
export interface StoredDocument {
  path: string;
  id: string;
  data: DocumentData;
}

/** The documents of a store in Firestore's own types. */
export const documentsOf = ({ documents }: StoredStore): StoredDocument[] =>
  Object.entries(documents).map(([path, fields]) => ({ path, id: basename(path), data: decoded(fields) }));

/** Writes a store into the database unchanged, and creates its users' accounts. */
export async function loadStore(store: StoredStore): Promise<void> {
  const batch = db().batch();
  for (const { path, data } of documentsOf(store)) batch.create(db().doc(path), data);
  await batch.commit();
  for (const account of store.accounts) await getAuth().createUser({ ...account, emailVerified: true });
}

const time = z.strictObject({ $time: z.string() });
const text = z.strictObject({ $text: z.array(z.tuple([z.string(), z.number()])) });

function decoded(fields: Record<string, unknown>): DocumentData {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueOf);
  if (typeof value !== 'object' || value === null) return value;
  if ('$time' in value) return timestampOf(time.parse(value).$time);
  if ('$text' in value) return textOf(text.parse(value).$text);
  return decoded(value as Record<string, unknown>);
}

const textOf = (parts: [string, number][]) => parts.map(([part, count]) => part.repeat(count)).join('');

/** To the microsecond: lists are sorted by it, and a Date has only milliseconds. */
function timestampOf(iso: string): Timestamp {
  const fraction = /\.(\d+)Z$/.exec(iso)?.[1] ?? '';
  return new Timestamp(Math.floor(Date.parse(iso) / 1000), Number(fraction.padEnd(9, '0')));
}
