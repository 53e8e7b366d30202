import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { containers } from '../../store/firestore.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { sweep } from '../../sweep/sweep.ts';
import {
  inSeconds,
  newContainer,
  newTask,
  refusal,
  request,
  startedAgain,
  useStack,
  type TestOwner,
} from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const documentOf = async (id: string) => (await containers().doc(id).get()).data();
const approve = ({ client }: TestOwner, id: string) =>
  client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: null });

/** Deletes the container's execution in Cloud Run; its runner has fallen silent. */
async function lose(id: string): Promise<void> {
  await runtime().removeAll({ imageTag: 'latest', env: { CONTAINER_ID: id }, identity: ['CONTAINER_ID'] });
  await containers()
    .doc(id)
    .update({ heartbeatAt: inSeconds(-31) });
}

async function isFoundMissing({ client }: TestOwner, id: string): Promise<void> {
  const status = client.call(routes.getContainerLiveStatus, { params: { id } });
  await expect(status).resolves.toEqual({ status: 'not_found' });
}

test('is started again by an approval; an execution that turns up again changes nothing', async () => {
  const { owner, runner, task, item } = await stack.newRequest();
  const id = runner.containerId;
  await lose(id);
  await isFoundMissing(owner, id);
  expect(await refusal(runner.record(task, request()))).toMatchObject({ code: 'stale_epoch' });
  await approve(owner, item.id);
  expect(await documentOf(id)).toMatchObject({ status: 'pending', epoch: 2 });
  const next = await stack.runnerOf(id, 2);
  expect((await next.claim()).openItems).toMatchObject([{ id: item.id, isApproved: true, grant: 'unused' }]);
  expect(await refusal(runner.record(task, request()))).toMatchObject({ code: 'stale_epoch' });
});

test('is found missing by an approval, and started again', async () => {
  const { owner, runner, item } = await stack.newRequest();
  await lose(runner.containerId);
  await approve(owner, item.id);
  expect(await documentOf(runner.containerId)).toMatchObject({ status: 'pending', epoch: 2 });
});

test('is started again by the sweeper for the task that it worked on', async () => {
  const owner = await stack.newOwner();
  const task = await newTask(owner);
  const runner = await stack.newRunner(owner);
  await runner.claim();
  await lose(runner.containerId);
  await isFoundMissing(owner, runner.containerId);
  await sweep();
  expect(await documentOf(runner.containerId)).toMatchObject(startedAgain);
  expect(await (await stack.runnerOf(runner.containerId, 2)).claim()).toMatchObject({ id: task.id });
});

test('is started again for a message that was written before anybody knew', async () => {
  const { owner, runner, task } = await stack.newRequest();
  const id = runner.containerId;
  await lose(id);
  await owner.client.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: 'Go on' } });
  await isFoundMissing(owner, id);
  await sweep();
  expect(await documentOf(id)).toMatchObject(startedAgain);
  const next = await (await stack.runnerOf(id, 2)).claim();
  expect(next).toMatchObject({ id: task.id, messages: [{ text: 'Go on' }] });
});

test('is not replaced where its project creates containers: its task can go on in no other one', async () => {
  const owner = await stack.newOwner();
  const { id } = await newContainer(owner);
  await stack.runnerOf(id);
  await lose(id);
  await isFoundMissing(owner, id);
  const params = { id: owner.projectId };
  await owner.client.call(routes.patchProject, { params, body: { autoCreateContainers: true } });
  await newTask(owner, { containerId: id });
  const all = await owner.client.call(routes.listProjectContainers, { params });
  expect(all).toMatchObject([{ id, status: 'pending' }]);
});

test('can be resumed by its owner', async () => {
  const owner = await stack.newOwner();
  const { id } = await newContainer(owner);
  await stack.runnerOf(id);
  await lose(id);
  await isFoundMissing(owner, id);
  await owner.client.call(routes.resumeContainer, { params: { id } });
  expect(await documentOf(id)).toMatchObject({ status: 'pending', epoch: 2, desired: 'running' });
});
