import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';
import { newId } from '../lib/id.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { commit, list } from '../store/data.ts';
import { userOutbox } from '../store/queries.ts';
import { db } from '../store/firestore.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { purgeAccount } from './purge-account.ts';

useTestEnvironment();
afterEach(() => void vi.restoreAllMocks());

const promise = (userId: string, kind: OutboxKind, count: number) =>
  commit((writer) => Array.from({ length: count }, () => enqueue(writer, userId, kind, newId(), { afterMs: 0 })));

/** The most writes in one commit from now on. */
function largestCommit(): () => number {
  let largest = 0;
  const make = db().batch.bind(db());
  vi.spyOn(db(), 'batch').mockImplementation(() => {
    const batch = make();
    const written = [vi.spyOn(batch, 'delete'), vi.spyOn(batch, 'update')];
    const send = batch.commit.bind(batch);
    vi.spyOn(batch, 'commit').mockImplementation(() => {
      largest = Math.max(largest, written[0]!.mock.calls.length + written[1]!.mock.calls.length);
      return send();
    });
    return batch;
  });
  return () => largest;
}

test('however many promises there are to a deleted user, they are erased some at a time', async () => {
  const userId = newId();
  const [own] = await promise(userId, 'delete_account', 1);
  for (let page = 0; page < 2; page += 1) await promise(userId, 'notify', 300);
  await promise(userId, 'delete_task', 3);
  const largest = largestCommit();
  expect(await purgeAccount(own as OutboxDocument, Date.now() + 60_000)).toBe('done');
  const left = (await list(userOutbox(userId))).map(({ kind }) => kind).sort();
  expect(left).toEqual(['delete_account', ...Array.from({ length: 3 }, () => 'delete_task_leftovers')]);
  expect(largest()).toBeLessThanOrEqual(200);
});

test('an erasure that is out of time leaves the rest to the next turn', async () => {
  const userId = newId();
  const [own] = await promise(userId, 'delete_account', 1);
  await promise(userId, 'notify', 300);
  await expect(purgeAccount(own as OutboxDocument, Timestamp.now().toMillis() - 1)).rejects.toThrow('Time is up');
  expect((await list(userOutbox(userId))).length).toBeLessThan(301);
});
