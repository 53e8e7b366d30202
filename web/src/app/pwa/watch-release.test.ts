import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerVersion } from '../../lib/server/server-version.ts';
import { watchRelease } from './watch-release.ts';

const reload = vi.fn<() => void>();
const served = { version: '2.0.0+a' };
const offers: (() => void)[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: () => ({ content: '2.0.0+a' }) });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async () => Response.json(served));
  stop = watchRelease((update) => offers.push(update));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('offers what is served once it is another version than the page, and that once', async () => {
  noteServerVersion('2.0.0+b');
  await vi.advanceTimersByTimeAsync(0);
  expect(offers, 'the functions are new, the pages not yet').toEqual([]);
  served.version = '2.0.0+b';
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  expect(offers).toHaveLength(1);
  expect(reload).not.toHaveBeenCalled();
  offers[0]?.();
  expect(reload).toHaveBeenCalledTimes(1);
});
