import { randomInt } from 'node:crypto';

/**
 * The seed for everything random in a run and in all programs that it starts: COUNTERSIGN_SEED, or a new one. Knowing
 * it, a person can see the same again. Throws where what is given is no whole number, or too large for one: no test of the
 * long suites would run with it, or always the same, and nobody would notice (long-suites.ts).
 */
export function chooseSeed(): string {
  const given = process.env.COUNTERSIGN_SEED || String(randomInt(1_000_000_000));
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(Number(given)))
    throw new Error(`COUNTERSIGN_SEED must be a whole number, not "${given}"`);
  return (process.env.COUNTERSIGN_SEED = given);
}
