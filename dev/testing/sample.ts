/** True in `npm run test:long`, where what is random is tried more often than in any other run. */
export const isLong = process.env.COUNTERSIGN_LONG === '1';

/** The seed of a test's random choices (seed.ts). */
export const seed = Number(process.env.COUNTERSIGN_SEED ?? 0);

/** One of so many tests of the long suites runs in `npm test` (long-suites.ts); as many seeds in a row run them all. */
export const SHARE = 32;

/** True in a run of everything, which takes a part of the long suites. What is named runs whole. */
export const takesPart = !isLong && process.env.COUNTERSIGN_SAMPLE === '1';

/** Which variant of a test a run with this seed plays: whatever tests the same seed takes, or some pairs would never run. */
export const variantOf = (ofSeed: number): number => Math.floor(ofSeed / SHARE);

/** Which of several variants of a test this run plays. */
export const variant = variantOf(seed);

/** A few elements of a list, spread over it, chosen by the seed; all of it in a long run. */
export function sampled<T>(all: readonly T[], few: number): readonly T[] {
  if (isLong || all.length <= few) return all;
  const stride = Math.ceil(all.length / few);
  return all.filter((_, index) => index % stride === variant % stride);
}

/** Numbers from 0 up to but excluding 1, the same for the same seed (mulberry32). */
export function seededRandom(ofSeed: number): () => number {
  let state = ofSeed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value = (value + Math.imul(value ^ (value >>> 7), value | 61)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
