import { seededRandom } from '../../../dev/testing/sample.ts';

/** Random choices that a seed reproduces. */
export class Random {
  /** From 0 up to but excluding 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  /** A whole number from 0 up to but excluding `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the elements; undefined if there are none. */
  pick<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)];
  }
}
