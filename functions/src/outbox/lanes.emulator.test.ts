import { Timestamp } from 'firebase-admin/firestore';
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
