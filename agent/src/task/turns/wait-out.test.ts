import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Messages } from '../../server/messages.ts';
import { waitOut } from './wait-out.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let tell = (): void => undefined;
  const unsaid: unknown[] = [];
  const feed = {
    stopRequested: false,
    messages: { unsaid } as unknown as Messages,
    onChange: (listener: () => void) => void (tell = listener),
  };
  const life = new AbortController();
  const over = vi.fn();
  const waits = waitOut(8_000, { feed, signal: life.signal }).then(over, over);
  return { feed, unsaid, life, over, waits, tell: () => tell() };
}

it('waits as long as it is told', async () => {
  const { over } = setUp();
  await vi.advanceTimersByTimeAsync(7_999);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toHaveBeenCalledWith(undefined);
  expect(vi.getTimerCount()).toBe(0);
});

it.each(['Stop', 'a message', 'the end of the work'])('no longer where %s comes', async (what) => {
  const { feed, unsaid, life, over, waits, tell } = setUp();
  tell();
  if (what === 'Stop') feed.stopRequested = true;
  else if (what === 'a message') unsaid.push({});
  else life.abort('over');
  tell();
  await waits;
  expect(over).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
