import { describe, expect, it } from 'vitest';
import { timeAgo } from './time-words.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('timeAgo', () => {
  it.each([
    [-30, 'just now'],
    [9, 'just now'],
    [10, '10 seconds ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_400, 'yesterday'],
    [3 * 86_400, '3 days ago'],
  ])('%d s before now is %j', (seconds, words) => {
    expect(timeAgo(before(seconds), now)).toBe(words);
  });

  it('is a date after 30 days', () => {
    expect(timeAgo('2026-09-01T12:00:00.000Z', now)).toBe('Sep 1, 2026');
  });

  it('shows what it cannot read as it is', () => {
    expect(timeAgo('soon', now)).toBe('soon');
  });
});
