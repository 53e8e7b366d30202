import { routes } from '@countersign/contract';
import { Query } from 'firebase-admin/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import { db, tasks } from '../store/firestore.ts';
import { newContainer, newTask, refusal, useStack } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { createTask } from './create-task.ts';

useTestEnvironment({ QUOTA_TASKS: '10' });
const stack = useStack();
afterEach(() => void vi.restoreAllMocks());

/** Counting happens just before a task is written, and after it: sets what others do at that moment, and the count. */
function atNextCount(count: number, meanwhile: () => Promise<unknown> = async () => undefined): void {
  const get = async () => {
    await meanwhile();
    return { data: () => ({ count }) };
  };
  vi.spyOn(Query.prototype, 'count').mockImplementationOnce(() => ({ get }) as unknown as ReturnType<Query['count']>);
}

const fields = { title: 'Task', status: 'pending', priority: 1 } as const;

test('is refused when its container is deleted at the same moment', async () => {
  const { client, userId, projectId } = await stack.newOwner();
  const { id } = await newContainer({ client, userId, projectId });
  atNextCount(0, () => client.call(routes.deleteContainer, { params: { id } }));
  const made = createTask({ userId }, projectId, { ...fields, containerId: id });
  await expect(made).rejects.toMatchObject({ code: 'invalid' });
  expect(await client.call(routes.listTasks)).toEqual([]);
});

test('is refused when its parent is deleted at the same moment', async () => {
  const owner = await stack.newOwner();
  const { client, userId, projectId } = owner;
  const { id } = await newTask(owner);
  atNextCount(0, () => client.call(routes.deleteTask, { params: { id } }));
  const made = createTask({ userId }, projectId, { ...fields, parentId: id });
  await expect(made).rejects.toMatchObject({ code: 'invalid' });
  expect(await client.call(routes.listTasks)).toEqual([]);
});

test('leaves nothing of itself and of its question when it was one too many', async () => {
  const { client, userId, projectId } = await stack.newOwner();
  atNextCount(9);
  atNextCount(11);
  const made = createTask({ userId }, projectId, {
    ...fields,
    status: 'awaiting_approval',
    description: 'Ä'.repeat(20_000),
  });
  await expect(made).rejects.toMatchObject({ code: 'quota_exceeded' });
  expect((await tasks().where('userId', '==', userId).get()).size).toBe(0);
  expect((await db().collectionGroup('bodies').get()).size).toBe(0);
  expect(await client.call(routes.listApprovals)).toEqual([]);
});

test('asked for again because the reply was lost, it is the same task, asked about once', async () => {
  const { client, projectId } = await stack.newOwner();
  const create = (key: string, title = 'Weave') =>
    client.call(routes.postProjectTask, {
      params: { id: projectId },
      body: { title, status: 'awaiting_approval' },
      headers: { 'Idempotency-Key': key },
    });
  const created = () => atLast(() => create('the-same-key'));
  const same = await Promise.all([created(), created(), created()]);
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  expect((await create('the-same-key')).id).toBe(same[0].id);
  expect(await refusal(create('the-same-key', 'Knit'))).toMatchObject({ status: 409, code: 'conflict' });
  await client.call(routes.patchTask, { params: { id: same[0].id }, body: { title: 'Weave it' } });
  expect(await create('the-same-key'), 'changed since').toMatchObject({ id: same[0].id, title: 'Weave it' });
  expect(await client.call(routes.listTasks)).toHaveLength(1);
  expect(await client.call(routes.listApprovals)).toHaveLength(1);
  expect(await client.call(routes.getProject, { params: { id: projectId } })).toMatchObject({ taskCount: 1 });
  expect((await create('another-key')).id).not.toBe(same[0].id);
  const params = { id: same[0].id };
  await client.call(routes.deleteTask, { params });
  // What was promised then would delete what the new one saves, and its question.
  expect(await refusal(create('the-same-key')), 'deleted since').toMatchObject({ status: 409, code: 'conflict' });
  expect(await refusal(client.call(routes.getTask, { params }))).toMatchObject({ status: 404 });
});
