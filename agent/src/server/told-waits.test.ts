import type { RecordItem, RunnerNotice } from '@countersign/contract/agent';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNotices } from './notices.ts';
import { createToldWaits } from './told-waits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clone = { kind: 'files', title: 'Cloning acme/app', text: 'Cloning acme/app is taking a long time.' } as const;
const model = { kind: 'model', title: 'The model is busy', text: 'The model is busy.' } as const;

function setUp() {
  const notices: (RunnerNotice | null)[] = [];
  const items: RecordItem[] = [];
  const waits = createToldWaits({
    task: { id: 'task', epoch: 1 },
    reports: { put: (item) => void items.push(item) },
    notices: createNotices({ notice: (notice) => void notices.push(notice) }),
    longSeconds: 30,
  });
  const lasts = (seconds: number) => () => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
  const during = async (seconds: number) => {
    const done = waits.during(clone, lasts(seconds));
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await done;
  };
  return { waits, notices, items, during };
}

it('says nothing of what takes less than 30 seconds', async () => {
  const { during, notices, items } = setUp();
  await during(29);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([notices, items]).toEqual([[], []]);
});

it('reports what takes longer, takes it back when that ends, and keeps how long it took in one line', async () => {
  const { during, notices, items } = setUp();
  await during(45);
  expect(notices).toEqual([{ kind: 'files', text: clone.text, forSeconds: 30 }, null]);
  expect(items.map(({ title, content }) => [title, content])).toEqual([
    [clone.title, clone.text],
    [clone.title, `${clone.text}\n\nIt took 45s.`],
  ]);
  await during(60);
  expect(items.at(-1)?.content).toBe(`${clone.text}\n\nIt took 1m 45s in all, in 2 waits.`);
  expect(new Set(items.map(({ id }) => id)).size).toBe(1);
});

it('reports the end of a wait that failed, too', async () => {
  const { waits, notices } = setUp();
  const failed = waits.during(clone, async () => {
    await new Promise((resolve) => setTimeout(resolve, 40_000));
    throw new Error('no such repository');
  });
  const refused = expect(failed).rejects.toThrow('no such repository');
  await vi.advanceTimersByTimeAsync(40_000);
  await refused;
  expect(notices.at(-1)).toBeNull();
});

it('shows the more telling of two waits on the task, and then the other again', () => {
  const { waits, notices } = setUp();
  const endClone = waits.begin(clone, Date.now());
  const endModel = waits.begin(model, Date.now());
  expect(notices.at(-1)).toMatchObject({ kind: 'model' });
  endModel();
  expect(notices.at(-1)).toMatchObject({ kind: 'files' });
  endClone();
  endClone();
  expect(notices).toHaveLength(4);
});
