import { expect, test } from 'vitest';
import { countPresses } from './signals.ts';

/** The steps that have been reached, once everything resolved has been reported. */
async function reached({ signals }: ReturnType<typeof countPresses>): Promise<string[]> {
  const names: string[] = [];
  for (const name of ['asked', 'urged', 'insisted'] as const) void signals[name].then(() => names.push(name));
  await new Promise((resolve) => setImmediate(resolve));
  return names;
}

test('each press is a step, and its echo is none', async () => {
  const presses = countPresses();
  expect(await reached(presses)).toEqual([]);
  presses.press(false, 1_000);
  presses.press(false, 1_400);
  expect(await reached(presses)).toEqual(['asked']);
  presses.press(false, 2_000);
  presses.press(false, 2_001);
  expect(await reached(presses)).toEqual(['asked', 'urged']);
  presses.press(false, 3_000);
  expect(await reached(presses)).toEqual(['asked', 'urged', 'insisted']);
});

test('a SIGQUIT is all steps at once; a lost parent is the first alone', async () => {
  const presses = countPresses();
  presses.ask();
  expect(await reached(presses)).toEqual(['asked']);
  presses.press(true, 1_000);
  expect(await reached(presses)).toEqual(['asked', 'urged', 'insisted']);
});

test('whoever waits for the next press gets that one, not those before', async () => {
  const presses = countPresses();
  presses.press(false, 1_000);
  let isTold = false;
  const told = presses.signals.next().then(() => (isTold = true));
  await reached(presses);
  expect(isTold).toBe(false);
  presses.press(false, 2_000);
  await told;
  expect(isTold).toBe(true);
});
