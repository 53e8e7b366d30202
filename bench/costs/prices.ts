import type { Usage } from './usage-log.ts';

/**
 * Google's list prices in US dollars, without the monthly free amounts: Cloud Run in a first-tier region, Firestore at
 * its dearest (multi-region), so that a bill should be lower. https://cloud.google.com/run/pricing,
 * https://cloud.google.com/firestore/pricing, https://firebase.google.com/pricing.
 */
export const prices = {
  /** Functions, while they serve a request: per second of a processor and of a GiB, and per request. */
  functions: { cpuSecond: 0.000_024, gibSecond: 0.000_002_5, request: 0.4 / 1e6 },
  /** Containers, from their start to their end. */
  containers: { cpuSecond: 0.000_018, gibSecond: 0.000_002 },
  firestore: { read: 0.06 / 1e5, write: 0.18 / 1e5 },
  /** Per month: checkpoints, the image, and what Hosting sends. */
  gibStored: 0.026,
  gibOfImages: 0.1,
  gibSent: 0.15,
  schedule: 0.1,
  secretVersion: 0.06,
} as const;

/** What `npm run deploy` makes by default. */
const FUNCTION = { cpus: 1, gib: 0.5 };
const CONTAINER = { cpus: 2, gib: 4 };
/** How many reads an aggregation is counted as. */
const AGGREGATION_READS = 1;

/** Dollars for requests with their reads and writes. Each counts as alone on its instance; instances serve up to 80. */
export function usageCost({ requests, reads, writes, aggregations, seconds }: Usage): number {
  const { functions, firestore } = prices;
  const instance = FUNCTION.cpus * functions.cpuSecond + FUNCTION.gib * functions.gibSecond;
  const documents = (reads + aggregations * AGGREGATION_READS) * firestore.read + writes * firestore.write;
  return requests * functions.request + seconds * instance + documents;
}

/** Dollars for a container that runs this long. */
export function containerCost(seconds: number): number {
  const { cpuSecond, gibSecond } = prices.containers;
  return seconds * (CONTAINER.cpus * cpuSecond + CONTAINER.gib * gibSecond);
}
