import { expect, test } from 'vitest';
import { waitsOf } from './summarize-decisions.ts';

test('median and 95th percentile are actual waits', () => {
  const seconds = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(waitsOf(seconds)).toMatchObject({ medianSeconds: 50, p95Seconds: 95 });
  expect(waitsOf([7])).toMatchObject({ medianSeconds: 7, p95Seconds: 7 });
});

test('each wait is in one bar, the longest ones in the last', () => {
  expect(waitsOf([0, 10, 10.5, 60, 600, 601, 3_600, 3_601, 1e9]).waits).toEqual([2, 2, 1, 2, 2]);
});

test('without decisions there is neither', () => {
  expect(waitsOf([])).toEqual({ medianSeconds: null, p95Seconds: null, waits: [0, 0, 0, 0, 0] });
});
