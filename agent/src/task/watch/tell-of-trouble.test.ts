import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createModelWatch } from '../../model/trouble/model-watch.ts';
import type { Wait } from '../../server/told-waits.ts';
import { tellOfTrouble } from './tell-of-trouble.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A model whose trouble may last two minutes. */
function setUp() {
  const watch = createModelWatch({ model: 'm' });
  const told: { title: string; at: number; from: number; since: number | undefined; until?: number }[] = [];
  const texts: string[] = [];
  const ended: { at: number; reason: string }[] = [];
  const begin = ({ title, text }: Wait, from: number, since?: number) => {
    texts.push(text);
    const one: (typeof told)[number] = { title, at: Date.now(), from, since };
    told.push(one);
    return () => void (one.until ??= Date.now());
  };
  const onLimit = (reason: string) => void ended.push({ at: Date.now(), reason });
  tellOfTrouble({ watch, waits: { begin }, limitSeconds: 120, onLimit });
  const fails = (status: number) => watch.fails({ status, detail: '' }, 'm');
  /** Fails with these in turn, every three seconds. */
  const alternates = (seconds: number, ...statuses: number[]) => {
    for (let at = 0; at < seconds; at += 3) {
      fails(statuses[(at / 3) % statuses.length] ?? 503);
      vi.advanceTimersByTime(3_000);
    }
  };
  return { watch, told, texts, ended, fails, alternates };
}

const [busy, failing] = ['The model gets too many requests', 'The model does not answer properly'];

it('tells of trouble that changes its kind after five seconds, in its present words, and ends it at the limit', () => {
  const { told, ended, alternates } = setUp();
  alternates(123, 429, 503);
  expect(told.slice(0, 3)).toEqual([
    { title: failing, at: 5_000, from: 0, since: 0, until: 6_000 },
    { title: busy, at: 6_000, from: 6_000, since: 0, until: 9_000 },
    { title: failing, at: 9_000, from: 9_000, since: 0, until: 12_000 },
  ]);
  expect(ended.map(({ at }) => at)).toEqual([120_000]);
});

it('says that the agent tries again for as long as it does, not of a task that has ended', () => {
  const { texts, ended, alternates } = setUp();
  alternates(123, 503);
  expect(texts).toEqual([expect.stringContaining('answers with 503. The agent tries again')]);
  expect(ended.map(({ reason }) => reason)).toEqual([expect.stringMatching(/answers with 503\. Once this is fixed/)]);
});

it('begins anew when the model has answered', () => {
  const { watch, told, ended, fails, alternates } = setUp();
  alternates(90, 429, 503);
  watch.answers();
  expect(told.at(-1)?.until).toBe(90_000);
  const before = told.length;
  fails(429);
  vi.advanceTimersByTime(4_900);
  expect(told).toHaveLength(before);
  vi.advanceTimersByTime(200);
  expect(told.at(-1)).toMatchObject({ title: busy, at: 95_000, from: 90_000, since: 90_000 });
  vi.advanceTimersByTime(114_000);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ended).toMatchObject([{ at: 210_000, reason: expect.stringContaining(busy) }]);
});

it('tells at once of trouble that does not pass, and ends it after a minute, also if it takes turns with another', () => {
  const { told, ended, alternates } = setUp();
  alternates(63, 401, 503);
  expect(told[0]).toMatchObject({ title: 'The model refuses the key', at: 0 });
  expect(told[1]).toMatchObject({ title: failing, at: 3_000 });
  expect(ended.map(({ at }) => at)).toEqual([60_000]);
});

it('waits longer for trouble that may pass, although there was other trouble before', () => {
  const { ended, fails } = setUp();
  fails(401);
  vi.advanceTimersByTime(3_000);
  fails(503);
  vi.advanceTimersByTime(119_000);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ended).toMatchObject([{ at: 123_000, reason: expect.stringContaining(failing) }]);
});

it('does not end a task in the middle of a reply that may yet be an answer, unless that takes as long as any trouble may', () => {
  const { watch, ended, fails } = setUp();
  fails(401);
  vi.advanceTimersByTime(40_000);
  const isOver = watch.announces();
  vi.advanceTimersByTime(50_000);
  expect(ended).toEqual([]);
  watch.answers();
  isOver();
  vi.advanceTimersByTime(200_000);
  expect(ended, 'it was one').toEqual([]);

  fails(401);
  const isSecondOver = watch.announces();
  vi.advanceTimersByTime(90_000);
  isSecondOver();
  vi.advanceTimersByTime(1_000);
  expect(ended, 'it was none').toHaveLength(1);
});

it('ends a task by trouble that lasts though a reply is on its way for as long', () => {
  const { watch, ended, fails } = setUp();
  fails(401);
  watch.announces();
  vi.advanceTimersByTime(121_000);
  expect(ended.map(({ at }) => at)).toEqual([120_000]);
});
