import { randomInt } from 'node:crypto';

/**
 * What everything random in a run begins with, for all programs that it starts: COUNTERSIGN_SEED, or a new one. Whoever tells it to a
 * person tells how to see the same again.
 */
export function chooseSeed(): string {
  return (process.env.COUNTERSIGN_SEED ??= String(randomInt(1_000_000_000)));
}
