/** True in `npm run test:long`, which runs all of what `npm test` samples. */
export const isLong = process.env.COUNTERSIGN_LONG === '1';

/** The seed of a test's random choices (dev/testing/seed.ts). */
export const seed = Number(process.env.COUNTERSIGN_SEED ?? 0);

/** A few elements of a list, spread over it, chosen by the seed; all of it in a long run. */
export function sampled<T>(all: T[], few: number): T[] {
  if (isLong || all.length <= few) return all;
  const stride = Math.ceil(all.length / few);
  return all.filter((_, index) => index % stride === seed % stride);
}
