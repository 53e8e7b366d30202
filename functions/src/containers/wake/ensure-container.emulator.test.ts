import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { containers } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, newTask, useStack, type TestOwner, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment({ QUOTA_CONTAINERS: '2' });
const stack = useStack();

async function newAutoOwner(): Promise<TestOwner> {
  const owner = await stack.newOwner();
  const params = { id: owner.projectId };
  await owner.client.call(routes.patchProject, { params, body: { autoCreateContainers: true } });
  return owner;
}
const containersOf = ({ client, projectId }: TestOwner) =>
  client.call(routes.listProjectContainers, { params: { id: projectId } });
const exit = ({ client }: TestRunner, reason: 'idle' | 'crashed') =>
  client.call(agentRoutes.exit, { body: { reason } });

async function finishOne(runner: TestRunner): Promise<number | null> {
  const { task } = await runner.client.call(agentRoutes.claim, { body: {} });
  if (!task) return null;
  const item = { id: newId(), type: 'completion', title: 'Done' } as const;
  const body = { epoch: task.epoch, status: 'completed', item } as const;
  await runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
  return Number(task.title);
}

test('many tasks at once get one container; it is started again for the next ones, not replaced', async () => {
  const owner = await newAutoOwner();
  await Promise.all(Array.from({ length: 30 }, (_, index) => newTask(owner, { title: `${index}` })));
  const [container, ...others] = await containersOf(owner);
  expect(others).toEqual([]);
  if (!container) throw new Error('no container was made');
  const runner = await stack.runnerOf(container.id);
  const done: number[] = [];
  for (let number = await finishOne(runner); number !== null; number = await finishOne(runner)) done.push(number);
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index));
  await exit(runner, 'idle');

  await Promise.all([newTask(owner), newTask(owner), newTask(owner)]);
  const again = await containersOf(owner);
  expect(again.map(({ id }) => id)).toEqual([container.id]);
  expect(again[0]).toMatchObject({ status: 'pending' });
  expect((await containers().doc(container.id).get()).data()).toMatchObject({ epoch: 2 });
}, 90_000);

test('switching it on gives waiting tasks their container; a project without it gets none', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  await sweep();
  expect(await containersOf(owner)).toEqual([]);
  const params = { id: owner.projectId };
  await owner.client.call(routes.patchProject, { params, body: { autoCreateContainers: true } });
  expect(await containersOf(owner)).toMatchObject([{ status: 'pending' }]);
});

test('beyond the quota none is created, and the task that waits says so, once', async () => {
  const owner = await newAutoOwner();
  await Promise.all([newContainer(owner), newContainer(owner)]);
  const other = await owner.client.call(routes.postProject, { body: { name: 'Other', autoCreateContainers: true } });
  const second = { ...owner, projectId: other.id };
  const task = await newTask(second);
  await sweep();
  expect(await containersOf(second)).toEqual([]);
  const items = () => owner.client.call(routes.listTaskItems, { params: { id: task.id } });
  expect(await items()).toMatchObject([
    {
      title: 'No container can be created for this task',
      content: 'You have 2 containers, the most an account may have. Delete some to continue.',
    },
  ]);
  const [full] = await containersOf(owner);
  await owner.client.call(routes.deleteContainer, { params: { id: full?.id ?? '' } });
  await sweep(inSeconds(60));
  expect(await containersOf(second)).toHaveLength(1);
});

test('one that crashes again and again is left alone, with what it said', async () => {
  const owner = await newAutoOwner();
  await newTask(owner);
  const [container] = await containersOf(owner);
  const id = container?.id ?? '';
  for (let epoch = 1; epoch <= 6; epoch += 1) {
    const runner = await stack.runnerOf(id, epoch);
    await runner.claim();
    await exit(runner, 'crashed');
    await sweep();
  }
  expect(await containersOf(owner)).toMatchObject([
    {
      ...{ id, status: 'paused' },
      message: expect.stringMatching(/^The agent stopped unexpectedly\. It was started 5 times .* press Resume\.$/),
    },
  ]);
  await owner.client.call(routes.resumeContainer, { params: { id } });
  expect((await containers().doc(id).get()).data()).toMatchObject({ status: 'pending', autoStarts: 0 });
});
