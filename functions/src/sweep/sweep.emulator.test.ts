import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import { commit } from '../effects/transact.ts';
import { outbox } from '../store/firestore.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { sweep, sweepers } from './sweep.ts';
import type { Sweeper } from './sweeper.ts';

useTestEnvironment();
afterEach(() => void vi.restoreAllMocks());

test('a sweeper that takes all its time leaves enough for promised work', async () => {
  const { now } = Date;
  let later = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later);
  // More containers than there is time to ask about.
  const reconcileContainers = vi.fn<Sweeper>(async (_now, deadline) => void (later += deadline - Date.now() + 1));
  const entry = await commit((writer) => enqueue(writer, 'u', 'delete_task', 'a-task', { afterMs: 0 }));
  await sweep(Timestamp.now(), { ...sweepers, containers: reconcileContainers });
  expect(reconcileContainers).toHaveBeenCalledOnce();
  expect((await outbox().doc(entry.id).get()).exists).toBe(false);
});

test('the last sweeper has time, too, if all others take as much as they may', async () => {
  const { now } = Date;
  let later = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later);
  const slow: Sweeper = async (_now, deadline) => void (later += deadline - Date.now() + 1);
  let left = 0;
  const last: Sweeper = async (_now, deadline) => void (left = deadline - Date.now());
  await sweep(Timestamp.now(), { a: slow, b: slow, c: slow, d: slow, e: slow, last });
  expect(left).toBeGreaterThan(1_000);
});
