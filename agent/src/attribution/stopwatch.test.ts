import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Checkout } from '../workspace/git/checkout.ts';
import { createAttribution } from './attribution.ts';
import type { Files } from './files.ts';
import { createStopwatch, SLOW } from './stopwatch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function measured(...took: number[]) {
  const stopwatch = createStopwatch();
  for (const ms of took) {
    const done = stopwatch.start();
    vi.advanceTimersByTime(ms);
    done();
  }
  return stopwatch;
}

describe('looks at the files', () => {
  it.each([
    ['none', [], false],
    ['200 ms each, as they may take', [200, 200, 200], false],
    ['a single slow one among quick ones', [10, 5_000, 10], false],
    ['mostly slow ones', [201, 10, 300], true],
  ])('are slow if most take longer than 200 ms: %s', (_case, took, isSlow) => {
    expect(measured(...took).isSlow).toBe(isSlow);
  });

  it('are told in the log', () => {
    expect(measured().words).toBeNull();
    const twenty = Array.from({ length: 20 }, (_, index) => (index + 1) * 10);
    expect(measured(...twenty).words).toBe(
      'looked at the files 20 times: 110 ms (median), 190 ms (95th percentile), 200 ms at most',
    );
  });
});

const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });

describe('the publish card', () => {
  const nothing = { files: new Map<string, string>(), gone: new Map<string, string>() };
  const checkout = { repository: { id: 'repo' } } as Checkout;

  /** Looks take this long, one after the other; the last repeats. */
  function attributed(took: number[], saved: string | null = null) {
    const times = [...took];
    const files: Files = {
      async look() {
        vi.advanceTimersByTime((times.length > 1 ? times.shift() : times[0]) ?? 0);
        return nothing;
      },
      inCommit: async () => nothing,
      nameOf: async () => null,
      read: async () => null,
      changedAt: async () => null,
      ignored: async () => [],
    };
    return createAttribution({ files, saved, log });
  }

  async function notesAfterStep(attribution: ReturnType<typeof attributed>): Promise<string[]> {
    await attribution.opens({ id: 'step', title: 'Edit', kind: 'edit', changes: [], places: [] });
    attribution.closes('step');
    attribution.settle();
    return (await attribution.ofCommit(checkout, 'commit')).notes;
  }

  it('says so where looks took longer than 200 ms', async () => {
    expect(await notesAfterStep(attributed([201]))).toEqual([SLOW]);
  });

  it('says nothing where they were quick, whatever the first one took, which reads every file', async () => {
    expect(await notesAfterStep(attributed([5_000, 20]))).toEqual([]);
  });

  it('says of earlier work what was said of it, wherever the task goes on', async () => {
    const slow = attributed([201]);
    await notesAfterStep(slow);
    const next = attributed([1], await slow.saved(new Set()));
    next.settle();
    expect((await next.ofCommit(checkout, 'commit')).notes).toEqual([SLOW]);
  });
});
