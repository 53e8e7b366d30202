import { routes } from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../../lib/id.ts';
import { newNonce, newTask, refusal, useStack, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { startTestObjectStore } from '../../testing/object-store.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack();

async function save({ client }: TestRunner, { id, epoch }: ClaimedTask): Promise<void> {
  const params = { taskId: id };
  const bytes = `saved in ${epoch}`;
  const body = { epoch, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const { object, uploadUrl, headers } = await client.call(agentRoutes.checkpointUpload, { params, body });
  await fetch(uploadUrl, { method: 'PUT', headers, body: bytes });
  await client.call(agentRoutes.checkpointCommit, { params, body: { ...body, object } });
}

test("a claim tells what the project's owner has set, as it is now", async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const rest = { setupCommand: null, isSetupApproved: false, hasVariables: false };
  const none = { baseBranch: null, folder: null, instructions: null, ...rest };
  expect((await runner.claim()).settings).toEqual(none);
  const settings = { baseBranch: 'release/1.x', folder: 'packages/app', instructions: 'Write tests.' };
  await owner.client.call(routes.patchProject, { params: { id: owner.projectId }, body: settings });
  expect((await runner.claim()).settings).toEqual({ ...rest, ...settings });
});

test.each(['-x', 'a..b', '/a', 'a/', 'a.lock', 'a b', 'a:b', '@{1}'])('%s is no branch', async (baseBranch) => {
  const owner = await stack.newOwner();
  const call = owner.client.call(routes.patchProject, { params: { id: owner.projectId }, body: { baseBranch } });
  expect(await refusal(call)).toMatchObject({ code: 'invalid' });
});

test.each(['/etc', '../x', 'a/../b', './a', 'a//b', 'a/', '\\x'])('%s is no folder', async (folder) => {
  const owner = await stack.newOwner();
  const call = owner.client.call(routes.patchProject, { params: { id: owner.projectId }, body: { folder } });
  expect(await refusal(call)).toMatchObject({ code: 'invalid' });
});

test('an approval says in which run it was redeemed, and the task which run it has: an earlier one carries nothing out', async () => {
  const { owner, runner, task, item, hash = '' } = await stack.newRequest();
  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
  const params = { taskId: task.id, itemId: item.id };
  const grant = async () => (await owner.client.call(routes.getTaskItem, { params: { id: item.id } })).grantEpoch;
  expect(await grant()).toBeUndefined();
  await runner.client.call(agentRoutes.release, { params, body: { epoch: task.epoch, hash, nonce: newNonce() } });
  expect(await grant()).toBe(task.epoch);
  const { epoch } = await runner.claim();
  expect(await owner.client.call(routes.getTask, { params: { id: task.id } })).toMatchObject({ epoch });
  expect([await grant(), epoch]).toEqual([task.epoch, task.epoch + 1]);
});

test('a claim says that the owner has reopened the task, until the work after that is saved', async () => {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  const runner = await stack.newRunner(owner);
  const first = await runner.claim();
  await save(runner, first);
  const second = await runner.claim();
  expect([first.reopened, second.reopened], 'nothing has ended').toEqual([false, false]);
  await runner.client.call(agentRoutes.finish, {
    params: { taskId: id },
    body: { epoch: second.epoch, status: 'completed', item: { id: newId(), type: 'completion', title: 'Done' } },
  });
  await owner.client.call(routes.patchTask, { params: { id }, body: { status: 'pending' } });
  expect((await runner.claim()).reopened).toBe(true);
  const third = await runner.claim();
  expect(third.reopened, 'nothing was saved yet').toBe(true);
  await save(runner, third);
  expect((await runner.claim()).reopened).toBe(false);
});
