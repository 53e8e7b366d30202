import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE_MS = 60_000;
const dateOf = (time: number) => new Date(time).toUTCString();

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => {
  noteServerTime(dateOf(Date.now()), Date.now());
  vi.useRealTimers();
});

it.each([-90, -5, 5, 90])('follows the server where this device is %i minutes off', (minutes) => {
  noteServerTime(dateOf(NOON - minutes * MINUTE_MS), NOON);
  expect(serverNow()).toBe(NOON - minutes * MINUTE_MS);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(serverNow()).toBe(NOON - (minutes - 1) * MINUTE_MS);
});

it('takes neither whole seconds nor a slow reply for a difference', () => {
  noteServerTime(dateOf(NOON - 900), NOON);
  expect(serverNow()).toBe(NOON);
  vi.advanceTimersByTime(30_000);
  noteServerTime(dateOf(NOON + 10_000), NOON);
  expect(serverNow()).toBe(NOON + 30_000);
});

it('forgets a difference once the clock was set right', () => {
  noteServerTime(dateOf(NOON + 90 * MINUTE_MS), NOON);
  vi.setSystemTime(NOON + 90 * MINUTE_MS);
  noteServerTime(dateOf(NOON + 90 * MINUTE_MS), NOON + 90 * MINUTE_MS);
  expect(serverNow()).toBe(NOON + 90 * MINUTE_MS);
});

it('keeps what it knows where a reply names no time', () => {
  noteServerTime(dateOf(NOON + 90 * MINUTE_MS), NOON);
  noteServerTime(null, NOON);
  noteServerTime('soon', NOON);
  expect(serverNow()).toBe(NOON + 90 * MINUTE_MS);
});
