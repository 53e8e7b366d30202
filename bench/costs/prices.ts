import type { Usage } from './usage-log.ts';

/**
 * Google's list prices in US dollars, without what is free each month: Cloud Run in a region of its first tier, Firestore at
 * its dearest (multi-region), so that a bill should be lower. https://cloud.google.com/run/pricing,
 * https://cloud.google.com/firestore/pricing, https://firebase.google.com/pricing.
 */
export const prices = {
  /** Of functions, while they serve a request: a processor and a GiB for a second, and the request. */
  functions: { cpuSecond: 0.000_024, gibSecond: 0.000_002_5, request: 0.4 / 1e6 },
  /** Of containers, from their start to their end. */
  containers: { cpuSecond: 0.000_018, gibSecond: 0.000_002 },
  firestore: { read: 0.06 / 1e5, write: 0.18 / 1e5 },
  /** Each month: of checkpoints, of the image, and of what Hosting sends. */
  gibStored: 0.026,
  gibOfImages: 0.1,
  gibSent: 0.15,
  schedule: 0.1,
  secretVersion: 0.06,
} as const;

/** What `npm run deploy` makes where no setting says otherwise. */
const FUNCTION = { cpus: 1, gib: 0.5 };
const CONTAINER = { cpus: 2, gib: 4 };
/** Index entries that one read pays for in an aggregation. */
const AGGREGATION_READS = 1;

/** Dollars for requests and what they read and wrote. Each is counted as if it had its instance for itself; instances serve up to 80. */
export function usageCost({ requests, reads, writes, aggregations, seconds }: Usage): number {
  const { functions, firestore } = prices;
  const instance = FUNCTION.cpus * functions.cpuSecond + FUNCTION.gib * functions.gibSecond;
  const documents = (reads + aggregations * AGGREGATION_READS) * firestore.read + writes * firestore.write;
  return requests * functions.request + seconds * instance + documents;
}

/** Dollars for a container that runs for so long. */
export function containerCost(seconds: number): number {
  const { cpuSecond, gibSecond } = prices.containers;
  return seconds * (CONTAINER.cpus * cpuSecond + CONTAINER.gib * gibSecond);
}
