import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBeside } from './second-reading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const url = new URL('http://127.0.0.1:8080/v1/projects/demo/databases/(default)/documents/signals/me');

function beside(there: unknown, told: number | undefined) {
  const fetched = vi.fn(async (_url: URL, _options: RequestInit) => new Response(JSON.stringify(there)));
  vi.stubGlobal('fetch', fetched);
  const onMissed = vi.fn();
  const stop = readBeside({ url, getToken: async () => 'token', told: () => told, onMissed });
  return { fetched, onMissed, stop };
}
const counting = (count: number) => ({ name: 'signals/me', fields: { count: { integerValue: String(count) } } });

test('what the listener has not told is noticed, by a request in the name of the user', async () => {
  const { fetched, onMissed, stop } = beside(counting(4), 3);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(onMissed).toHaveBeenCalledTimes(1);
  expect(fetched.mock.calls[0]).toMatchObject([url, { headers: { Authorization: 'Bearer token' } }]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each([
  ['the same', counting(3), 3],
  ['less, as the listener was quicker', counting(2), 3],
  ['nothing yet', { error: { code: 404 } }, 0],
  ['something while the listener has told nothing', counting(3), undefined],
])('nothing is missed where it reads %s', async (_what, there, told) => {
  const { onMissed, stop } = beside(there, told);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onMissed).not.toHaveBeenCalled();
  stop();
});

test('goes on reading after a failure', async () => {
  const { onMissed, stop } = beside(counting(4), 3);
  vi.stubGlobal('fetch', vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(fetch));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(onMissed).toHaveBeenCalled();
  stop();
});
