/** True in `npm run test:long`, where what is random is tried more often than in any other run. */
export const isLong = process.env.COUNTERSIGN_LONG === '1';

/** The seed of a test's random choices (seed.ts). */
export const seed = Number(process.env.COUNTERSIGN_SEED ?? 0);

/** A few elements of a list, spread over it, chosen by the seed; all of it in a long run. */
export function sampled<T>(all: readonly T[], few: number): readonly T[] {
  if (isLong || all.length <= few) return all;
  const stride = Math.ceil(all.length / few);
  return all.filter((_, index) => index % stride === seed % stride);
}
