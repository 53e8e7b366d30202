import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let settled: typeof import('./when-settled.ts');
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  settled = await import('./when-settled.ts');
});
afterEach(() => vi.useRealTimers());

it('waits for the page, then for an idle browser; afterwards for the browser alone', () => {
  const work = vi.fn();
  settled.whenSettled(work);
  vi.advanceTimersByTime(2000);
  expect(work).not.toHaveBeenCalled();
  settled.settle();
  expect(work, 'not while the page is drawn').not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(1);
  const later = vi.fn();
  settled.whenSettled(later);
  vi.advanceTimersByTime(1000);
  expect(later).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});

it('does not wait for ever', () => {
  const work = vi.fn();
  settled.whenSettled(work);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(1);
  settled.settle();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});

it.each([
  ['while it waits for the page', () => undefined],
  ['while it waits for the browser', () => settled.settle()],
])('can be called off %s', (_when, before) => {
  const work = vi.fn();
  const callOff = settled.whenSettled(work);
  before();
  callOff();
  settled.settle();
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});
