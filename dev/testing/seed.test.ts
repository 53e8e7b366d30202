import { afterEach, expect, test, vi } from 'vitest';
import { chooseSeed } from './seed.ts';

afterEach(() => vi.unstubAllEnvs());

test('a seed is kept as it was given', () => {
  vi.stubEnv('COUNTERSIGN_SEED', '561');
  expect(chooseSeed()).toBe('561');
});

test.each([undefined, ''])('one is chosen where there is none (%j), for the whole run', (none) => {
  vi.stubEnv('COUNTERSIGN_SEED', none);
  expect(chooseSeed()).toMatch(/^\d+$/);
  expect(chooseSeed()).toBe(process.env.COUNTERSIGN_SEED);
});

test.each(['abc', '-3', '1.5', '0x10', '9007199254740993'])(
  '%j is no seed: with it no test of the long suites would run',
  (seed) => {
    vi.stubEnv('COUNTERSIGN_SEED', seed);
    expect(chooseSeed).toThrow(`COUNTERSIGN_SEED must be a whole number, not "${seed}"`);
  },
);
