import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import type { OutboxDocument } from '../../documents/outbox.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { commit } from '../../effects/transact.ts';
import { newId } from '../../lib/id.ts';
import { countUsage, newUsage } from '../../lib/database-usage.ts';
import { OutOfTime } from '../../outbox/handler.ts';
import { containers, tasks } from '../../store/firestore.ts';
import { newContainer, newTask, useStack } from '../../testing/agents.ts';
import { becomes } from '../../testing/becomes.ts';
import { logLines, useTestEnvironment } from '../../testing/environment.ts';
import { endContainer } from './end-container.ts';
import { deleteLeftoversOfFailed, failTasksOfContainer } from './fail-tasks.ts';

/* Containers that were given more tasks than are read, or ended, at a time. */
useTestEnvironment();
const stack = useStack();

const PASSED = 0;
const PAGE = 100;

/** A container with so many copies of a task. */
async function withTasks(count: number, fields: Partial<TaskDocument>) {
  const owner = await stack.newOwner();
  const { id: containerId } = await newContainer(owner);
  const { id } = await newTask(owner, { containerId });
  const stored = (await tasks().doc(id).get()).data();
  if (!stored) throw new Error('The task is not stored');
  await tasks().doc(id).delete();
  await commit((writer) => {
    for (let index = 0; index < count; index += 1) {
      const copy = { ...stored, id: newId(), ...fields };
      writer.create(tasks().doc(copy.id), copy);
    }
  });
  const left = async () => (await tasks().where('containerId', '==', containerId).count().get()).data().count;
  return { owner, containerId, left };
}

test('a page of them is freed where time is up, and the next sweep goes on until the container is deleted', async () => {
  const { owner, containerId, left } = await withTasks(250, { status: 'pending' });
  const end = endContainer({ subjectId: containerId } as OutboxDocument, PASSED);
  await expect(end).rejects.toThrow(OutOfTime);
  expect(await left()).toBe(250 - PAGE);
  await owner.client.call(routes.deleteContainer, { params: { id: containerId } });
  await becomes(async () => (await containers().doc(containerId).get()).data()?.status, 'deleted');
  expect(await left()).toBe(0);
});

test('those whose start was rejected stay as they are, and are not looked at one by one', async () => {
  const { containerId, left } = await withTasks(150, { status: 'rejected' });
  const usage = newUsage();
  await countUsage(usage, () => failTasksOfContainer(containerId, Infinity));
  expect(await left()).toBe(150);
  expect(usage).toMatchObject({ reads: 150, writes: 0 });
});

test('what is left of failed ones is deleted a page at a time, and the next time goes on from there', async () => {
  const { containerId } = await withTasks(250, { status: 'failed' });
  const turn = () => deleteLeftoversOfFailed(containerId, PASSED);
  await expect(turn()).rejects.toThrow(OutOfTime);
  await expect(turn()).rejects.toThrow(OutOfTime);
  await turn();
  await expect(turn(), 'from the beginning').rejects.toThrow(OutOfTime);
  const failed = logLines.filter((line) => line.includes('A checkpoint could not be deleted'));
  expect(failed, 'nothing can have been uploaded for any of them').toEqual([]);
});
