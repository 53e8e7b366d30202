import { readdirSync, readFileSync } from 'node:fs';
import { FieldPath, Timestamp, type Query } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { db, documentSchemas } from './firestore.ts';
import * as queries from './queries.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();

interface Index {
  collectionGroup: string;
  fields: { fieldPath: string; order: string }[];
}
interface Filter {
  compositeFilter?: { filters: Filter[] };
  fieldFilter?: { field: { fieldPath: string }; op: string };
  unaryFilter?: { field: { fieldPath: string }; op: string };
}
interface StructuredQuery {
  from: { collectionId: string }[];
  where?: Filter;
  orderBy?: { field: { fieldPath: string }; direction: string }[];
}

const root = new URL('../../../', import.meta.url);
const src = new URL('../', import.meta.url);
const { indexes: declared, fieldOverrides } = JSON.parse(
  readFileSync(new URL('firestore.indexes.json', root), 'utf8'),
) as { indexes: Index[]; fieldOverrides: { collectionGroup: string; fieldPath: string; indexes: unknown[] }[] };
/** Fields exempted from single-field indexes, as `collection field`. */
const exempted = fieldOverrides
  .filter(({ indexes }) => indexes.length === 0)
  .map(({ collectionGroup, fieldPath }) => `${collectionGroup} ${fieldPath}`);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(testing|acceptance)\//.test(file))
  .map((file) => ({ file, text: readFileSync(new URL(file, src), 'utf8') }));

/** The database's own description of a query, from the bundle that browsers would get. */
async function describeQuery(query: Query): Promise<StructuredQuery> {
  const bundle = db()
    .bundle('indexes')
    .add('query', await query.limit(1).get())
    .build()
    .toString();
  const [, json] =
    /"structuredQuery":(\{.*?\}),"limitType"/.exec(bundle) ?? /"structuredQuery":(\{.*\})\}\}\}/.exec(bundle) ?? [];
  if (!json) throw new Error(`No query in ${bundle}`);
  return JSON.parse(json) as StructuredQuery;
}

const EQUALITIES = ['EQUAL', 'IN', 'IS_NULL'];

/** The composite index that production requires for a query; null where single-field indexes suffice. */
function indexFor({ from, where, orderBy = [] }: StructuredQuery): string | null {
  const filters = where?.compositeFilter?.filters ?? (where ? [where] : []);
  const equal = new Set<string>();
  const ordered = new Map<string, string>();
  for (const filter of filters) {
    const { field, op } = filter.fieldFilter ?? filter.unaryFilter ?? fail(filter);
    if (EQUALITIES.includes(op)) equal.add(field.fieldPath);
    else ordered.set(field.fieldPath, 'ASCENDING');
  }
  for (const { field, direction } of orderBy) ordered.set(field.fieldPath, direction);
  ordered.delete('__name__');
  if (ordered.size === 0 || (equal.size === 0 && ordered.size === 1)) return null;
  return nameOf(from[0]?.collectionId ?? '', [...equal], [...ordered]);
}

function fail(filter: Filter): never {
  throw new Error(`Unknown filter ${JSON.stringify(filter)}`);
}

const nameOf = (collection: string, equal: string[], ordered: [string, string][]) =>
  `${collection}: ${[...equal.sort(), ...ordered.map(([field, order]) => `${field} ${order}`)].join(', ')}`;

/** Declared fields used only for equality come first and ascending; the needed index tells how many there are. */
function isDeclaredAs(index: Index, needed: string): boolean {
  const fields = index.fields.map(({ fieldPath, order }) => [fieldPath, order] as [string, string]);
  return fields.some((_, cut) => {
    const equal = fields.slice(0, cut).map(([field]) => field);
    return nameOf(index.collectionGroup, equal, fields.slice(cut)) === needed;
  });
}

/** Calls of listPage(query(…), direction) in the sources: the orders in which lists are read. */
function pagedQueries(): { name: string; direction: 'asc' | 'desc' }[] {
  return sources.flatMap(({ file, text }) => {
    const calls = [...text.matchAll(/\blistPage\(\s*(\w+)\((?:[^()]|\([^()]*\))*\),\s*'(asc|desc)'/g)];
    const all = [...text.matchAll(/(?<!function )\blistPage\(/g)].length;
    if (file !== 'store/list-page.ts')
      expect(calls, `listPage(…) calls of ${file} that this test can read`).toHaveLength(all);
    return calls.map(([, name, direction]) => ({ name: String(name), direction: direction as 'asc' | 'desc' }));
  });
}

type Make = (...args: never[]) => Query;

/**
 * A query with made-up arguments, as the database describes it: their values do not matter, but `in` needs an array.
 */
async function sample(make: Make, shape: (query: Query) => Query): Promise<StructuredQuery> {
  const attempts = [
    ['a', 'a', 'a'],
    ['a', ['a']],
    [['a'], 'a'],
  ] as never[][];
  const failures: unknown[] = [];
  for (const args of attempts) {
    try {
      return await describeQuery(shape(make(...args)));
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `No sample arguments suit ${make.toString()}`);
}

const makers: Record<string, Make> = { ...queries };
let described: Promise<StructuredQuery[]> | undefined;
/** Every query without paging, described once. */
const plainQueries = () =>
  (described ??= Promise.all(Object.values(makers).map((make) => sample(make, (query) => query))));

/** Fields that need a single-field index: those of queries without a composite index. */
async function singleFields(): Promise<Set<string>> {
  const single = (await plainQueries()).filter((query) => indexFor(query) === null);
  return new Set(single.flatMap((query) => fieldsOf(query).map((field) => `${query.from[0]?.collectionId} ${field}`)));
}

function fieldsOf({ where, orderBy = [] }: StructuredQuery): string[] {
  const filters = where?.compositeFilter?.filters ?? (where ? [where] : []);
  const filtered = filters.map((filter) => (filter.fieldFilter ?? filter.unaryFilter ?? fail(filter)).field.fieldPath);
  return [...filtered, ...orderBy.map(({ field }) => field.fieldPath)];
}

/** Fields of all stored documents that hold a time. */
function times(): string[] {
  return Object.entries(documentSchemas).flatMap(([path, schema]) =>
    Object.entries(schema.shape as Record<string, z.ZodType>)
      .filter(([, field]) => z.safeParse(field, Timestamp.now()).success)
      .map(([name]) => `${path.split('/').at(-1)} ${name}`),
  );
}

async function neededIndexes(): Promise<Set<string>> {
  const paged = pagedQueries().map(({ name, direction }) => {
    const make = makers[name];
    if (!make) throw new Error(`listPage(${name}(…)): the query is not in queries.ts`);
    return sample(make, (query) => query.orderBy('createdAt', direction).orderBy(FieldPath.documentId(), direction));
  });
  const needed = [...(await plainQueries()), ...(await Promise.all(paged))].map(indexFor);
  return new Set(needed.filter((index) => index !== null));
}

describe('firestore.indexes.json', () => {
  test('has every index that a query needs, and no other', async () => {
    const needed = [...(await neededIndexes())];
    const missing = needed.filter((name) => !declared.some((index) => isDeclaredAs(index, name)));
    const unused = declared.filter((index) => !needed.some((name) => isDeclaredAs(index, name)));
    expect({ missing, unused }).toEqual({ missing: [], unused: [] });
  });

  test('has an index on an ever-growing time only if a query needs it, as all writes would hit its end', async () => {
    const used = await singleFields();
    const rising = times().filter((field) => !used.has(field));
    expect(rising.filter((field) => !exempted.includes(field))).toEqual([]);
    expect(exempted.filter((field) => used.has(field))).toEqual([]);
  });

  test('knows every query: none is built outside of queries.ts', () => {
    const elsewhere = sources.filter(
      ({ file, text }) =>
        !['store/queries.ts', 'store/list-page.ts'].includes(file) && /\.(where|orderBy)\(/.test(text),
    );
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
  });
});
