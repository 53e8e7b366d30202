import { expect, it } from 'vitest';
import { durationWords } from './duration-words.ts';

const start = '2026-11-01T10:00:00.000Z';

it.each([
  ['2026-11-01T10:00:00.900Z', '0s'],
  ['2026-11-01T10:00:59.999Z', '59s'],
  ['2026-11-01T10:01:00.000Z', '1m 0s'],
  ['2026-11-01T10:59:59.000Z', '59m 59s'],
  ['2026-11-01T11:00:00.000Z', '1h 0m'],
  ['2026-11-03T12:05:31.000Z', '50h 5m'],
])('from %s on it says %s', (end, words) => {
  expect(durationWords(start, end)).toBe(words);
});

it('says nothing while a time is missing', () => {
  expect(durationWords(null, start)).toBeNull();
  expect(durationWords(start, null)).toBeNull();
  expect(durationWords(start, 'yesterday')).toBeNull();
});

it('never runs backwards, whatever the clocks say', () => {
  expect(durationWords(start, '2026-11-01T09:59:00.000Z')).toBe('0s');
});
