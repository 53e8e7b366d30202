import {
  type AggregateQuery,
  type AggregateSpec,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type PartialWithFieldValue,
  type Query,
  type Transaction,
  type UpdateData,
  type WithFieldValue,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { DomainError, notFound } from './errors.ts';
import { db } from './firestore.ts';
import { isReservedId } from './id.ts';
import { addUsage, timed } from './usage.ts';

/** So often a change is tried again because somebody was faster. */
const OPTIMISTIC_ATTEMPTS = 10;

/** Writes that happen together or not at all: a transaction or a batch. */
export interface Writer {
  /** Fails the whole when the document exists. */
  create<T, D extends DocumentData>(ref: DocumentReference<T, D>, document: WithFieldValue<T>): void;
  set<T, D extends DocumentData>(ref: DocumentReference<T, D>, document: WithFieldValue<T>): void;
  /** Fails the whole with `not_found` when the document is gone. */
  update<T, D extends DocumentData>(ref: DocumentReference<T, D>, change: UpdateData<D>): void;
  delete<T, D extends DocumentData>(ref: DocumentReference<T, D>): void;
}

/** A transaction: what it reads has not changed when it is committed. All reads come before the first write. */
export interface Tx extends Writer {
  read<T, D extends DocumentData>(ref: DocumentReference<T, D>): Promise<T | undefined>;
  query<T, D extends DocumentData>(query: Query<T, D>): Promise<T[]>;
}

/** One document, or undefined. */
export async function read<T, D extends DocumentData>(ref: DocumentReference<T, D>): Promise<T | undefined> {
  if (isReservedId(ref.id)) return undefined;
  addUsage('reads', 1);
  return (await timed(() => ref.get())).data();
}

/** Several documents in one round trip, in the given order; each one is read once. */
export async function readAll<T, D extends DocumentData>(refs: DocumentReference<T, D>[]): Promise<(T | undefined)[]> {
  if (refs.length === 0) return [];
  const unique = [...new Map(refs.map((ref) => [ref.path, ref])).values()];
  addUsage('reads', unique.length);
  const snapshots = await timed(() => db().getAll(...(unique as DocumentReference[])));
  const found = new Map(snapshots.map((snapshot) => [snapshot.ref.path, snapshot.data() as T | undefined]));
  return refs.map((ref) => found.get(ref.path));
}

/** The documents of a query. An empty answer is billed as one read, and counted so. */
export async function list<T, D extends DocumentData>(query: Query<T, D>): Promise<T[]> {
  const { docs } = await timed(() => query.get());
  addUsage('reads', Math.max(docs.length, 1));
  return docs.map((snapshot) => snapshot.data());
}

/** How many documents a query has, counted by the database. */
export async function count<T, D extends DocumentData>(query: Query<T, D>): Promise<number> {
  return (await aggregate(query.count())).count;
}

async function aggregate<Spec extends AggregateSpec, T, D extends DocumentData>(query: AggregateQuery<Spec, T, D>) {
  addUsage('aggregations', 1);
  return (await timed(() => query.get())).data();
}

/** Writes fields into a document, there or not, without looking: for counters (`FieldValue.increment`) that many write at once. */
export async function add<T, D extends DocumentData>(
  ref: DocumentReference<T, D>,
  fields: PartialWithFieldValue<T>,
): Promise<void> {
  addUsage('writes', 1);
  await timed(() => ref.set(fields, { merge: true }));
}

/**
 * Changes a document only as it was when `decide` looked at it, again when somebody was faster; answers what it was.
 * Holds no lock meanwhile, as a transaction would. `decide` must have no other effect. Throws `not_found`, `conflict`.
 */
export async function updateUnchanged<T, D extends DocumentData>(
  ref: DocumentReference<T, D>,
  decide: () => Promise<UpdateData<D>>,
): Promise<T> {
  for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS; attempt += 1) {
    addUsage('reads', 1);
    const seen = await timed(() => ref.get());
    const before = seen.data();
    if (before === undefined || seen.updateTime === undefined) throw notFound('What was to be changed was');
    const change = await decide();
    const { updateTime } = seen;
    addUsage('writes', 1);
    try {
      await timed(() => ref.update(change, { lastUpdateTime: updateTime }));
      return before;
    } catch (error) {
      if (!hasChanged(error)) rethrow(error);
    }
  }
  throw new DomainError('conflict', 'Too many changes of the same thing at once; try again');
}

/** The document is no longer as it was. */
const hasChanged = (error: unknown) => error instanceof Error && 'code' in error && error.code === 9;

/** Commits what `fill` writes, at once. Throws `not_found` when something to be updated is gone, `conflict` when something to be created exists. */
export async function commit<Result>(fill: (writer: Writer) => Result): Promise<Result> {
  const batch = db().batch();
  const { writer, written } = countingWriter(batch);
  const result = fill(writer);
  if (written() === 0) return result;
  addUsage('writes', written());
  await timed(() => batch.commit()).catch(rethrow);
  return result;
}

/** Runs `work` in a transaction, again when somebody else was faster. `work` must have no other effect. */
export async function transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return timed(() =>
    db().runTransaction(
      async (transaction) => {
        const { writer, written } = countingWriter(transaction);
        const result = await work({ ...writer, ...readsOf(transaction) });
        addUsage('writes', written());
        return result;
      },
      { maxAttempts: 10 },
    ),
  ).catch(rethrow);
}

function readsOf(transaction: Transaction): Pick<Tx, 'read' | 'query'> {
  const get = together(transaction);
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

/** Documents that are asked for at the same time are read in one round trip; each would wait for the first one's otherwise. */
function together(transaction: Transaction): (ref: DocumentReference) => Promise<DocumentSnapshot> {
  let refs: DocumentReference[] = [];
  let reading: Promise<DocumentSnapshot[]> | null = null;
  return async (ref) => {
    const index = refs.push(ref) - 1;
    reading ??= Promise.resolve().then(() => {
      const all = refs;
      [refs, reading] = [[], null];
      return transaction.getAll(...all);
    });
    const snapshot = (await reading)[index];
    if (snapshot === undefined) throw new Error(`${ref.path} was asked for and not answered`);
    return snapshot;
  };
}

function countingWriter(target: Transaction | WriteBatch): { writer: Writer; written: () => number } {
  // Both have the same methods with the same meaning, but no common type.
  const to = target as WriteBatch;
  let writes = 0;
  const counted = (write: () => unknown) => {
    writes += 1;
    write();
  };
  return {
    written: () => writes,
    writer: {
      create: (ref, document) => counted(() => to.create(ref, document)),
      set: (ref, document) => counted(() => to.set(ref, document)),
      update: (ref, change) => counted(() => to.update(ref, change)),
      delete: (ref) => counted(() => to.delete(ref as DocumentReference)),
    },
  };
}

/** The database's own codes (gRPC) that say something to the caller. */
function rethrow(error: unknown): never {
  if (error instanceof DomainError) throw error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 5) throw notFound('What was to be changed was');
  if (code === 6) throw new DomainError('conflict', 'It exists already');
  if (code === 10) throw new DomainError('conflict', 'Too many changes of the same thing at once; try again');
  throw error;
}
