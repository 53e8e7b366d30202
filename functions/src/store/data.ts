import type {
  AggregateQuery,
  AggregateSpec,
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  PartialWithFieldValue,
  Query,
  ReadOptions,
  Transaction,
  UpdateData,
  WithFieldValue,
} from 'firebase-admin/firestore';
import type * as z from 'zod';
import { countingWriter } from './counting-writer.ts';
import { rethrow, type Asked } from './database-errors.ts';
import { codeOf } from '../lib/code-of.ts';
import { notFound, unavailable } from '../lib/errors.ts';
import { converter, db, fieldNames } from './firestore.ts';
import { isReservedId } from '../lib/id.ts';
import { rpc } from '../lib/rpc.ts';
import { readTogether } from './read-together.ts';
import { runTransaction, type Try } from './run-transaction.ts';
import { addUsage, timed } from '../lib/database-usage.ts';
import { within } from '../lib/within.ts';

/**
 * Milliseconds that the database is given: for documents by id, a list or count, a commit, a transaction with all
 * tries.
 */
const READ_MS = 10_000;
const LIST_MS = 30_000;
const COMMIT_MS = 20_000;
const TRANSACTION_MS = 30_000;

/** Milliseconds by which a timer may fire early. */
const TIMER_MS = 2;

/** How often a change is tried again because somebody else was faster. */
const OPTIMISTIC_ATTEMPTS = 10;

/** Writes that happen together or not at all: a transaction or a batch. */
export interface Writer {
  /** Fails all writes if the document exists. */
  create<T, D extends DocumentData>(ref: DocumentReference<T, D>, document: WithFieldValue<T>): void;
  set<T, D extends DocumentData>(ref: DocumentReference<T, D>, document: WithFieldValue<T>): void;
  /** Fails all writes with `not_found` if the document is gone. */
  update<T, D extends DocumentData>(ref: DocumentReference<T, D>, change: UpdateData<D>): void;
  /** Writes fields to a document, existing or not: for counters (`FieldValue.increment`). */
  add<T, D extends DocumentData>(ref: DocumentReference<T, D>, fields: PartialWithFieldValue<T>): void;
  delete<T, D extends DocumentData>(ref: DocumentReference<T, D>): void;
}

/** A transaction: what it reads is unchanged when it commits. All reads come before the first write. */
export interface Tx extends Writer {
  read<T, D extends DocumentData>(ref: DocumentReference<T, D>): Promise<T | undefined>;
  query<T, D extends DocumentData>(query: Query<T, D>): Promise<T[]>;
}

/** One document, or undefined. */
export async function read<T, D extends DocumentData>(ref: DocumentReference<T, D>): Promise<T | undefined> {
  if (isReservedId(ref.id)) return undefined;
  addUsage('reads', 1);
  return (await ask('read', READ_MS, () => ref.get())).data();
}

/** Several documents in one round trip, in the given order; duplicates are read once. */
export async function readAll<T, D extends DocumentData>(
  refs: DocumentReference<T, D>[],
  options: ReadOptions = {},
): Promise<(T | undefined)[]> {
  if (refs.length === 0) return [];
  const unique = [...new Map(refs.map((ref) => [ref.path, ref])).values()];
  const snapshots = await readSnapshots(unique as DocumentReference[], options);
  const found = new Map(snapshots.map((snapshot) => [snapshot.ref.path, snapshot.data() as T | undefined]));
  return refs.map((ref) => found.get(ref.path));
}

/** Like `readAll`, with only the fields of a schema: the others are not transferred. */
export function readFieldsOfAll<T extends { id: string }>(
  refs: DocumentReference[],
  schema: z.ZodObject & z.ZodType<T>,
): Promise<(T | undefined)[]> {
  const parts = refs.map((ref) => ref.withConverter(converter<T>(schema)));
  return readAll(parts, { fieldMask: fieldNames(schema) });
}

/** Several documents in one round trip, each with the time of its last write. */
export async function readSnapshots(refs: DocumentReference[], options: ReadOptions = {}): Promise<DocumentSnapshot[]> {
  addUsage('reads', refs.length);
  return ask('read', READ_MS, () => db().getAll(...refs, options));
}

/** The documents of a query. An empty result is billed, and counted, as one read. */
export async function list<T, D extends DocumentData>(query: Query<T, D>): Promise<T[]> {
  const { docs } = await ask('read', LIST_MS, () => query.get());
  addUsage('reads', Math.max(docs.length, 1));
  return docs.map((snapshot) => snapshot.data());
}

/** The number of a query's documents, counted by the database. */
export async function count<T, D extends DocumentData>(query: Query<T, D>): Promise<number> {
  return (await aggregate(query.count())).count;
}

async function aggregate<Spec extends AggregateSpec, T, D extends DocumentData>(query: AggregateQuery<Spec, T, D>) {
  addUsage('aggregations', 1);
  return (await ask('read', LIST_MS, () => query.get())).data();
}

/**
 * Writes fields to a document, existing or not, without reading it: for counters (`FieldValue.increment`) with many
 * writers.
 */
export async function add<T, D extends DocumentData>(
  ref: DocumentReference<T, D>,
  fields: PartialWithFieldValue<T>,
): Promise<void> {
  addUsage('writes', 1);
  await ask('write', COMMIT_MS, () => ref.set(fields, { merge: true }));
}

/**
 * Changes a document only if it is still as `decide` saw it, again if somebody else was faster; returns what it was
 * before. Holds no lock, unlike a transaction. `decide` must have no other effect. Throws `not_found`, `unavailable`.
 */
export async function updateUnchanged<T, D extends DocumentData>(
  ref: DocumentReference<T, D>,
  decide: () => Promise<UpdateData<D>>,
): Promise<T> {
  for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS; attempt += 1) {
    addUsage('reads', 1);
    const seen = await ask('read', READ_MS, () => ref.get());
    const before = seen.data();
    if (before === undefined || seen.updateTime === undefined) throw notFound('The resource to change was');
    const change = await decide();
    const { updateTime } = seen;
    addUsage('writes', 1);
    try {
      await ask('write', COMMIT_MS, () => ref.update(change, { lastUpdateTime: updateTime }));
      return before;
    } catch (error) {
      if (!hasChanged(error)) throw error;
    }
  }
  throw unavailable('Too many changes of the same thing at once. Please try again.');
}

/** True for an error that says the document has changed. */
const hasChanged = (error: unknown) => codeOf(error) === rpc.failedPrecondition;

/**
 * Commits what `fill` writes in one batch. Throws `not_found` when a document to be updated is gone, `conflict` when
 * one to be created exists. Without a reply it is not tried again, because it may have happened: counts would be raised
 * twice.
 */
export async function commit<Result>(fill: (writer: Writer) => Result): Promise<Result> {
  const batch = db().batch();
  const { writer, written } = countingWriter(batch);
  const result = fill(writer);
  if (written() === 0) return result;
  addUsage('writes', written());
  await ask('write', COMMIT_MS, () => batch.commit());
  return result;
}

/**
 * Runs `work` in a transaction, again when somebody else was faster or the database had passing trouble, for `withinMs`
 * in all. `work` must have no other effect. If a commit without a reply was made, and the next try throws because of it,
 * this returns what the committed try did, as long as that created a document under an id of its own. Throws
 * `not_found`, `unavailable`, and what `work` throws.
 */
export async function transact<Result>(
  work: (tx: Tx) => Promise<Result>,
  { withinMs = TRANSACTION_MS } = {},
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  const once = async (transaction: Transaction): Promise<Try<Result>> => {
    const { writer, written, created } = countingWriter(transaction);
    const result = await work({ ...writer, ...readsOf(transaction) });
    addUsage('writes', written());
    return { result, created };
  };
  // Reported slightly after the deadline, as timers may fire early: what was reported as failed is not committed.
  return ask('transaction', withinMs + TIMER_MS, () => runTransaction(once, deadline));
}

/** Asks the database, with a time limit; database-errors.ts says which errors this throws. */
async function ask<T>(asked: Asked, milliseconds: number, work: () => Promise<T>): Promise<T> {
  return timed(() => within(milliseconds, work())).catch((error: unknown) => rethrow(error, asked));
}

function readsOf(transaction: Transaction): Pick<Tx, 'read' | 'query'> {
  const get = readTogether(transaction);
  return {
    async read<T, D extends DocumentData>(ref: DocumentReference<T, D>) {
      if (isReservedId(ref.id)) return undefined;
      addUsage('reads', 1);
      return (await get(ref as DocumentReference)).data() as T | undefined;
    },
    async query(query) {
      const { docs } = await transaction.get(query);
      addUsage('reads', Math.max(docs.length, 1));
      return docs.map((snapshot) => snapshot.data());
    },
  };
}
