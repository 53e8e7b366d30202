import { Timestamp } from 'firebase-admin/firestore';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commit } from '../store/data.ts';
import type { OutboxKind } from '../documents/outbox.ts';
import { outbox } from '../store/firestore.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { handlers } from '../outbox-handlers.ts';
import { drainDue } from './drain-due.ts';
import { enqueue } from './enqueue.ts';
import { BATCH, registerHandlers, type Handler } from './handler.ts';

useTestEnvironment();

const promise = (userId: string, kind: OutboxKind, many: number) =>
  commit((writer) => {
    for (let number = 0; number < many; number += 1)
      enqueue(writer, userId, kind, `${userId}-${number}`, { afterMs: 0 });
  });

test('400 deletions do not delay one start, and are done in few turns', async () => {
  const users = ['a', 'b', 'c', 'd'];
  for (const user of users) await promise(user, 'delete_task', 100);
  await promise('last', 'start_container', 1);
  let start = () => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const startContainer: Handler = async () => {
    start();
    return 'started';
  };
  const sizes: number[] = [];
  // Deletions wait for the start: if the start came after them, this would never end.
  const deleteTasks = async (entries: readonly unknown[]) => {
    await started;
    sizes.push(entries.length);
    return 'done' as const;
  };
  registerHandlers({
    one: { ...handlers.one, start_container: startContainer },
    batch: { ...handlers.batch, delete_task: deleteTasks },
  });
  await drainDue(Timestamp.fromMillis(Date.now() + 1), Date.now() + 30_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(400);
  // A batch that is split between two pages of the outbox takes a further turn.
  expect(sizes.length).toBeLessThanOrEqual(users.length * (Math.ceil(100 / BATCH) + 1));
  expect((await outbox().get()).size).toBe(0);
});

/** Pushes of `hanging` take as long as the drain may; says who had a turn. */
function hangAll(hanging: string): Set<string> {
  const served = new Set<string>();
  const sendPush: Handler = async ({ userId }, deadline) => {
    served.add(userId);
    if (userId !== hanging) return 'done';
    await delay(Math.max(0, deadline - Date.now()) + 1);
    return 'later';
  };
  registerHandlers({ ...handlers, one: { ...handlers.one, send_push: sendPush } });
  return served;
}

test('400 pushes that hang keep nobody else’s waiting for the next sweep', async () => {
  await promise('hanging', 'send_push', 400);
  await promise('behind', 'send_push', 1);
  const served = hangAll('hanging');
  await drainDue(Timestamp.fromMillis(Date.now() + 1), Date.now() + 3_000, ['notifications']);
  expect([...served].sort()).toEqual(['behind', 'hanging']);
  expect((await outbox().where('userId', '==', 'behind').get()).size).toBe(0);
});

test('nor does more than is read at a time: the next sweep goes on behind it', async () => {
  await promise('further behind', 'send_push', 1);
  const served = hangAll('hanging');
  const drain = () => drainDue(Timestamp.fromMillis(Date.now() + 60_000), Date.now() + 2_000, ['notifications'], 300);
  await drain();
  expect([...served]).toEqual(['hanging']);
  await drain();
  expect([...served].sort()).toEqual(['further behind', 'hanging']);
});
