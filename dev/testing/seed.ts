import { randomInt } from 'node:crypto';

/**
 * The seed for everything random in a run and in all programs that it starts: COUNTERSIGN_SEED, or a new one. Knowing
 * it, a person can see the same again.
 */
export function chooseSeed(): string {
  return (process.env.COUNTERSIGN_SEED ??= String(randomInt(1_000_000_000)));
}
