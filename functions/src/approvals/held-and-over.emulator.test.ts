import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { tasks } from '../store/firestore.ts';
import { newContainer, newNonce, newTask, refusal, request, useStack } from '../testing/agents.ts';
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
    ifMatch: asked.hash ?? null,
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
  const rejectionReason = 'Stopped before the approval reached the agent';
  test('when Stop is pressed, which rejects all that is asked at this moment', async () => {
    const asked = await approveOneOfTwo();
    await asked.owner.client.call(routes.postTaskStop, { params: { id: asked.task.id } });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, rejectionReason });
    expect(await asked.owner.client.call(routes.listHeldDecisions)).toEqual([]);
    await finish(asked, 'failed');
    await asked.owner.client.call(routes.patchTask, { params: { id: asked.task.id }, body: { status: 'pending' } });
    await expectNoConsent(asked);
  });

  test('when something else is rejected and the agent stopped with it', async () => {
    const asked = await approveOneOfTwo();
    const params = { id: asked.other.id };
    await asked.owner.client.call(routes.rejectTaskItem, {
      params,
      body: { reason: 'Enough', stop: true },
      ifMatch: null,
    });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, rejectionReason });
    expect(await statusOf(asked)).toBe('rejected');
  });

  test('when the agent is stopped by a rejection that is sent again with Stop', async () => {
    const asked = await approveOneOfTwo();
    const params = { id: asked.other.id };
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No' }, ifMatch: null });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: true });
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No', stop: true }, ifMatch: null });
    expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: false, rejectionReason });
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
    await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No' }, ifMatch: null });
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
    ifMatch: asked.hash ?? null,
  });
  await finish(asked, 'failed');
  expect(await stateOf(asked, asked.item.id)).toMatchObject({ isApproved: true, grant: 'unused' });
});

describe('a question that takes the place of one whose decision could be undone', () => {
  test.each(['approve', 'reject'] as const)(
    'leaves nothing of it: held by no time, and rejected by nobody (%s)',
    async (how) => {
      const asked = await stack.newRequest();
      const other = request({ title: 'Another' });
      await asked.runner.record(asked.task, other);
      const params = { id: asked.item.id };
      const hold = { seconds: 10, key: newId() };
      if (how === 'approve')
        await asked.owner.client.call(routes.approveTaskItem, { params, body: { hold }, ifMatch: null });
      else
        await asked.owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No', hold }, ifMatch: null });
      const anew = request({ title: 'Anew', replaces: asked.item.id });
      const [hash = ''] = await asked.runner.record(asked.task, anew);
      for (const { id } of [other, anew])
        await asked.owner.client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: null });
      expect(await statusOf(asked)).toBe('approved');
      await asked.runner.client.call(agentRoutes.release, {
        params: { taskId: asked.task.id, itemId: anew.id },
        body: { epoch: asked.task.epoch, hash, nonce: newNonce() },
      });
      expect(await statusOf(asked)).toBe('running');
      const stopped = await asked.owner.client.call(routes.postTaskStop, { params: { id: asked.task.id } });
      expect(stopped.status).toBe('running');
    },
  );

  test('leaves the decisions beside it as they are', async () => {
    const asked = await approveOneOfTwo();
    const params = { id: asked.other.id };
    await asked.owner.client.call(routes.rejectTaskItem, {
      params,
      body: { reason: 'No', hold: { seconds: 5, key: newId() } },
      ifMatch: null,
    });
    await asked.runner.record(asked.task, request({ title: 'Anew', replaces: asked.other.id }));
    const { heldUntil } = (await tasks().doc(asked.task.id).get()).data() ?? {};
    expect(heldUntil?.toDate().toISOString()).toBe(asked.releaseAt);
  });
});

test('a start that is undone is asked with the words that its task has by then', async () => {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner, { status: 'awaiting_approval', title: 'The former words' });
  const [question] = await owner.client.call(routes.listApprovals);
  const params = { id: question?.id ?? '' };
  const approve = (hold?: { seconds: number; key: string }) =>
    owner.client.call(routes.approveTaskItem, {
      params,
      body: hold ? { hold } : {},
      ifMatch: hold ? null : (question?.hash ?? null),
    });
  const hold = { seconds: 10, key: newId() };
  const { releaseAt } = await approve(hold);
  await owner.client.call(routes.patchTask, { params: { id }, body: { title: 'Other words' } });
  const undone = await owner.client.call(routes.undoTaskItem, { params, body: { releaseAt: releaseAt ?? '' } });
  expect(undone).toMatchObject({ isApproved: null, content: 'Other words' });
  expect(await owner.client.call(routes.listApprovals)).toMatchObject([{ id: params.id, content: 'Other words' }]);
  expect(await refusal(approve()), 'who saw the former words').toMatchObject({ status: 409, code: 'content_changed' });
  expect(await refusal(approve(hold)), 'sent again').toMatchObject({ status: 409, text: 'This decision was undone' });
});
