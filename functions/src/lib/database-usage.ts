import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request cost in the database; replied in its Server-Timing header. */
export interface DatabaseUsage {
  reads: number;
  writes: number;
  /** Aggregation queries, counted separately: they are billed by index entries, not documents. */
  aggregations: number;
  /** Milliseconds spent waiting for the database. */
  milliseconds: number;
}

const current = new AsyncLocalStorage<DatabaseUsage>();

/** Runs `work`, adding every database access within it to `usage`. */
export function countUsage<T>(usage: DatabaseUsage, work: () => T): T {
  return current.run(usage, work);
}

/** Nothing used yet. */
export function newUsage(): DatabaseUsage {
  return { reads: 0, writes: 0, aggregations: 0, milliseconds: 0 };
}

/** Adds to the usage of the current request; outside of one (sweeper, tests) it does nothing. */
export function addUsage(kind: 'reads' | 'writes' | 'aggregations', amount: number): void {
  const usage = current.getStore();
  if (usage) usage[kind] += amount;
}

/** Measures how long `work` waits for the database. */
export async function timed<T>(work: () => Promise<T>): Promise<T> {
  const usage = current.getStore();
  if (!usage) return work();
  const began = performance.now();
  try {
    return await work();
  } finally {
    usage.milliseconds += performance.now() - began;
  }
}
