/** True in `npm run test:long`: the whole of what `npm test` takes a sample of. */
export const isLong = process.env.COUNTERSIGN_LONG === '1';

/** What random choices of a test begin with (dev/testing/seed.ts). */
export const seed = Number(process.env.COUNTERSIGN_SEED ?? 0);
