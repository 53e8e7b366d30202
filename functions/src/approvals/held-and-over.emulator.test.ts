import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { tasks } from '../store/firestore.ts';
import { newContainer, newNonce, refusal, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
type Asked = Awaited<ReturnType<typeof stack.newRequest>>;

/** Approves the first question, to be undone for ten seconds; beside it another one is open. */
async function approveOneOfTwo() {
  const asked = await stack.newRequest();
  const other = request({ title: 'Another' });
  await asked.runner.record(asked.task, other);
  const { releaseAt } = await asked.owner.client.call(routes.approveTaskItem, {
    params: { id: asked.item.id },
    body: { hold: { seconds: 10, key: newId() } },
    ifMatch: asked.hash,
  });
  return { ...asked, other, releaseAt: releaseAt ?? '' };
}

const finish = ({ runner, task }: Asked, status: 'completed' | 'failed') =>
  runner.client.call(agentRoutes.finish, {
    params: { taskId: task.id },
    body: { epoch: task.epoch, status, item: { id: newId(), type: 'completion', title: 'Over' } },
  });

const stateOf = ({ owner }: Asked, id: string) => owner.client.call(routes.getTaskItem, { params: { id } });
const statusOf = async ({ task }: Asked) => (await tasks().doc(task.id).get()).data()?.status;

/** The task goes on with what its next run is told of, and nothing of it is a consent. */
async function expectNoConsent(asked: Asked, runner = asked.runner) {
  const { openItems, id, epoch } = await runner.claim();
  expect(openItems.filter(({ isApproved }) => isApproved !== false)).toEqual([]);
  const release = runner.client.call(agentRoutes.release, {
    params: { taskId: id, itemId: asked.item.id },
    body: { epoch, hash: asked.hash ?? '', nonce: newNonce() },
  });
  const told = await release.catch(() => null);
  expect(told?.isApproved ?? false).toBe(false);
}

describe('an approval that its agent had not heard of is none any more', () => {
  test('when Stop is pressed, which rejects all that is asked at this moment', async () => {
    const asked = await approveOneOfTwo();
    await asked.owner.client.call(routes.postTaskStop, { params: { id: asked.task.id } });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
    expect(await asked.owner.client.call(routes.listHeldDecisions)).toEqual([]);
    await finish(asked, 'failed');
    await asked.owner.client.call(routes.patchTask, { params: { id: asked.task.id }, body: { status: 'pending' } });
    await expectNoConsent(asked);
  });

  test('when something else is rejected and the agent stopped with it', async () => {
    const asked = await approveOneOfTwo();
    const params = { id: asked.other.id };
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'Enough', stop: true } });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
    expect(await statusOf(asked)).toBe('rejected');
  });

  test('when the agent is stopped by a rejection that is sent again with Stop', async () => {
    const asked = await approveOneOfTwo();
    const params = { id: asked.other.id };
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No' } });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: true });
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No', stop: true } });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
    expect(await statusOf(asked)).toBe('rejected');
  });

  test.each(['completed', 'failed'] as const)('when the task is %s meanwhile', async (status) => {
    const asked = await approveOneOfTwo();
    await finish(asked, status);
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, grant: 'told' });
    const undo = asked.owner.client.call(routes.undoTaskItem, {
      params: { id: asked.item.id },
      body: { releaseAt: asked.releaseAt },
    });
    expect(await refusal(undo)).toMatchObject({ status: 409, text: 'The agent no longer asks this' });
    await asked.owner.client.call(routes.patchTask, { params: { id: asked.task.id }, body: { status: 'pending' } });
    await expectNoConsent(asked);
  });

  test('when its container is deleted', async () => {
    const asked = await approveOneOfTwo();
    await asked.owner.client.call(routes.deleteContainer, { params: { id: asked.runner.containerId } });
    await expect.poll(() => statusOf(asked)).toBe('failed');
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, grant: 'told' });
    await asked.owner.client.call(routes.patchTask, { params: { id: asked.task.id }, body: { status: 'pending' } });
    const { id } = await newContainer(asked.owner);
    await expectNoConsent(asked, await stack.runnerOf(id));
  });

  test('when the task is reopened', async () => {
    const asked = await approveOneOfTwo();
    const params = { id: asked.other.id };
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No' } });
    await asked.owner.client.call(routes.patchTask, { params: { id: asked.task.id }, body: { status: 'pending' } });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, grant: 'told' });
    await expectNoConsent(asked);
  });
});

test('what was approved without a hold stays so, whatever becomes of the task', async () => {
  const asked = await stack.newRequest();
  await asked.owner.client.call(routes.approveTaskItem, {
    params: { id: asked.item.id },
    body: {},
    ifMatch: asked.hash,
  });
  await finish(asked, 'failed');
  expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: true, grant: 'unused' });
});
