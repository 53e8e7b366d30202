import { expect, test } from 'vitest';
import type { OutboxDocument } from '../../documents/outbox.ts';
import { commit } from '../../effects/transact.ts';
import { newId } from '../../lib/id.ts';
import { countUsage, newUsage } from '../../lib/database-usage.ts';
import { containers, tasks } from '../../store/firestore.ts';
import { newTask, useStack } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { wakeInterrupted } from './wake-interrupted.ts';

useTestEnvironment();
const stack = useStack();

test('are looked for in tasks that the container parked, not in all that wait to be started in it', async () => {
  const owner = await stack.newOwner();
  const { containerId } = await stack.newRunner(owner);
  const { id } = await newTask(owner, { containerId, status: 'awaiting_approval' });
  const stored = (await tasks().doc(id).get()).data();
  if (!stored) throw new Error('The task is not stored');
  await commit((writer) => {
    for (let count = 0; count < 100; count += 1) {
      const copy = { ...stored, id: newId() };
      writer.create(tasks().doc(copy.id), copy);
    }
  });
  await containers().doc(containerId).update({ status: 'paused', desired: 'running' });
  const usage = newUsage();
  await countUsage(usage, () => wakeInterrupted({ subjectId: containerId } as OutboxDocument));
  expect(usage.reads).toBeLessThan(10);
  expect(usage.writes, 'it has nothing to do').toBe(0);
});
