import { randomInt } from 'node:crypto';

/** True in `npm run test:long`: the whole of what `npm test` takes a sample of. */
export const isLong = process.env.COUNTERSIGN_LONG === '1';

/** What random choices of a test begin with; printed by it, and given again in COUNTERSIGN_SEED to see the same. */
export const seed = Number(process.env.COUNTERSIGN_SEED ?? randomInt(1_000_000_000));

/** A few of a list, spread over it, beginning where the seed says; all of it in a long run. */
export function sampled<T>(all: T[], few: number): T[] {
  if (isLong || all.length <= few) return all;
  const stride = Math.ceil(all.length / few);
  return all.filter((_, index) => index % stride === seed % stride);
}
