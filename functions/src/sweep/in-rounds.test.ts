import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import { setLogWriter } from '../lib/log.ts';
import { inRounds } from './in-rounds.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
afterEach(() => void vi.restoreAllMocks());

const soon = () => Date.now() + 10_000;

/** Sweeps over five things, read `page` at a time. */
function newSweeper(page: number, act: (id: string) => void | Promise<void>, isWhole = false) {
  const sweeper = inRounds('a test', {
    async next(behind) {
      const after = ids.filter((id) => id > behind);
      return { things: after.slice(0, page).map((id) => ({ id })), isLast: after.length <= page };
    },
    act: async ({ id }) => act(id),
    isWhole,
  });
  return (deadline = soon()) => sweeper(Timestamp.now(), deadline);
}

test('each sweep continues where the last one stopped, and starts over at the end', async () => {
  const seen: string[] = [];
  const sweep = newSweeper(2, (id) => void seen.push(id));
  for (let round = 0; round < 4; round += 1) await sweep();
  expect(seen.join('')).toBe('abcdeab');
});

test('things that there was no time for get their turn in the next sweep', async () => {
  let now = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const seen: string[] = [];
  const sweep = newSweeper(5, (id) => {
    seen.push(id);
    if (id === 'b') now += 1_000;
  });
  await sweep(1_500);
  expect(seen.join('')).toBe('ab');
  await sweep(9_000);
  expect(seen.join('')).toBe('abcde');
  await sweep(0);
  await sweep(9_000);
  expect(seen.join('')).toBe('abcdeabcde');
});

test('a whole sweep takes all pages, and continues after the place where its time ran out', async () => {
  let now = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const seen: string[] = [];
  const turn = (id: string) => {
    seen.push(id);
    if (id === 'c') now += 1_000;
  };
  const sweep = newSweeper(2, turn, true);
  await sweep(1_500);
  expect(seen.join('')).toBe('abc');
  await sweep(9_000);
  expect(seen.join('')).toBe('abcdeabcd'); // in whatever pages, none is left out
  seen.length = 0;
  await sweep(9_000);
  expect([...seen].sort().join('')).toBe('abcde');
});

test('a failing one is logged and keeps none from its turn', async () => {
  const seen: string[] = [];
  const lines: string[] = [];
  setLogWriter((line) => lines.push(line));
  await newSweeper(5, (id) => {
    seen.push(id);
    if (id === 'b') throw new Error('It is broken');
  })();
  expect(seen).toEqual(ids);
  expect(lines.join()).toContain('It is broken');
});
