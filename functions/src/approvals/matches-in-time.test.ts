import { expect, test } from 'vitest';
import { matchesInTime } from './matches-in-time.ts';

test('each text is compared with its own expression; an invalid one matches nothing', async () => {
  const matches = [
    { pattern: '^[a-z]+$', value: 'loom' },
    { pattern: '^[a-z]+$', value: 'Loom' },
    { pattern: '(', value: 'loom' },
    { pattern: String.raw`^\p{Lu}`, value: 'Äther' },
  ];
  expect(await matchesInTime('me', matches, 20_000)).toEqual([true, false, false, true]);
  expect(await matchesInTime('me', [])).toEqual([]);
});

test('an expression that takes for ever, or long to compile, is ended, and this process does not wait for it', async () => {
  const slow = String.raw`(?:${String.raw`\p{L}|\p{N}|\p{S}|`.repeat(26)}z){9}`;
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1), 20);
  const begun = performance.now();
  const matches = [
    { pattern: '^a', value: 'a' },
    { pattern: slow, value: 'z'.repeat(1_200) },
    { pattern: slow, value: 'z'.repeat(1_200) },
    { pattern: '^(a+)+$', value: `${'a'.repeat(40)}b` },
    { pattern: '^a', value: 'a' },
  ];
  const found = await matchesInTime('me', matches, 5_000);
  clearInterval(clock);
  expect([found[0], found[3], found[4]], 'what came before it is known').toEqual([true, false, false]);
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(ticks).toBeGreaterThan(10);
});

test('however many answers come at once, there are never more than two processes', async () => {
  const children = () => process.getActiveResourcesInfo().filter((what) => what === 'ProcessWrap').length;
  const before = children();
  const matches = [{ pattern: '^a', value: 'a' }];
  const answers = Array.from({ length: 20 }, (_, number) => matchesInTime(`user ${number}`, matches, 20_000));
  const seen = [children()];
  const watch = setInterval(() => seen.push(children()), 5);
  const outcomes = await Promise.allSettled(answers);
  clearInterval(watch);
  expect(Math.max(...seen) - before).toBe(2);
  const [first, second] = outcomes;
  for (const one of [first, second]) expect(one).toMatchObject({ status: 'fulfilled', value: [true] });
  // On a busy machine the last ones may have waited too long.
  for (const one of outcomes) {
    if (one.status === 'fulfilled') expect(one.value).toEqual([true]);
    else expect(one.reason).toMatchObject({ code: 'unavailable' });
  }
});
