import { FIELD_REPLY_LIMIT_BYTES, routes } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { commit } from '../effects/transact.ts';
import { projects } from '../store/firestore.ts';
import { recount } from '../sweep/recount-projects.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { newTask, refusal, type TestOwner } from '../testing/agents.ts';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const api = useApi();

async function newOwner(): Promise<TestOwner> {
  const { user, client } = await api.newUser();
  const project = await client.call(routes.postProject, { body: { name: 'Project' } });
  return { client, userId: user.userId, projectId: project.id };
}

const projectOf = ({ client, projectId }: TestOwner) => client.call(routes.getProject, { params: { id: projectId } });

describe('a new task', () => {
  test('is pending, of priority 1, and counted', async () => {
    const owner = await newOwner();
    expect(await newTask(owner)).toMatchObject({
      status: 'pending',
      priority: 1,
      completedAt: null,
      containerId: null,
    });
    expect(await projectOf(owner)).toMatchObject({ taskCount: 1, pendingApprovalCount: 0 });
  });

  test('that awaits approval asks whether to start; approved, it may be claimed', async () => {
    const owner = await newOwner();
    const task = await newTask(owner, { status: 'awaiting_approval', description: 'Why' });
    expect((await projectOf(owner)).pendingApprovalCount).toBe(1);
    const [question] = await owner.client.call(routes.listApprovals);
    expect(question).toMatchObject({
      type: 'approval_request',
      title: 'Start this task?',
      content: 'A task\n\nWhy',
      task: { id: task.id },
    });
    await owner.client.call(routes.approveTaskItem, {
      params: { id: question?.id ?? '' },
      body: {},
      ifMatch: question?.hash ?? null,
    });
    expect((await owner.client.call(routes.getTask, { params: { id: task.id } })).status).toBe('approved');
    expect((await projectOf(owner)).pendingApprovalCount).toBe(0);
  });

  test('that is completed has its time; that runs is kept by hand', async () => {
    const owner = await newOwner();
    expect((await newTask(owner, { status: 'completed' })).completedAt).not.toBeNull();
    const running = await newTask(owner, { status: 'running' });
    const stop = owner.client.call(routes.postTaskStop, { params: { id: running.id } });
    expect(await refusal(stop)).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('has its parent and its container in its own project', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const foreign = await newTask(other);
    for (const fields of [{ parentId: foreign.id }, { parentId: 'missing' }, { containerId: 'missing' }]) {
      expect(await refusal(newTask(owner, fields)), JSON.stringify(fields)).toMatchObject({
        status: 400,
        code: 'invalid',
      });
    }
  });

  test('takes the place of its parent when that is deleted', async () => {
    const owner = await newOwner();
    const parent = await newTask(owner);
    const child = await newTask(owner, { parentId: parent.id });
    const circle = owner.client.call(routes.patchTask, { params: { id: parent.id }, body: { parentId: child.id } });
    expect(await refusal(circle)).toMatchObject({ status: 400 });
    await owner.client.call(routes.deleteTask, { params: { id: parent.id } });
    expect((await owner.client.call(routes.getTask, { params: { id: child.id } })).parentId).toBeNull();
    expect((await projectOf(owner)).taskCount).toBe(1);
  });
});

describe('the history of a task', () => {
  test('is nested, oldest first, and cut at 20 KiB; one item has all', async () => {
    const owner = await newOwner();
    const task = { ...(await newTask(owner)), userId: owner.userId };
    const long = 'ü'.repeat(300_000);
    const parent = prepareItem(task, {
      type: 'tool_call',
      title: 'Parent',
      content: long,
      toolParameters: { a: [[1]] },
      author: 'agent',
    });
    const child = prepareItem(task, { type: 'rejection', title: 'Child', parentId: parent.header.id, author: 'owner' });
    await commit((writer) => [parent, child].forEach((item) => createItem(writer, item)));
    const [root, ...others] = await owner.client.call(routes.listTaskItems, { params: { id: task.id } });
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      title: 'Parent',
      truncated: true,
      toolParameters: { a: [[1]] },
      children: [{ title: 'Child' }],
    });
    expect(Buffer.byteLength(root?.content ?? '')).toBeLessThanOrEqual(FIELD_REPLY_LIMIT_BYTES);
    const whole = await owner.client.call(routes.getTaskItem, { params: { id: parent.header.id } });
    expect(whole).toMatchObject({ truncated: false, content: long });
  });

  test('takes messages, unless it was ended by hand', async () => {
    const owner = await newOwner();
    const [open, ended] = [await newTask(owner), await newTask(owner, { status: 'completed' })];
    const say = (id: string) =>
      owner.client.call(routes.postTaskMessage, { params: { id }, body: { text: 'Use tabs' } });
    expect(await say(open.id)).toMatchObject({ author: 'owner', content: 'Use tabs', needsApproval: false });
    expect(await refusal(say(ended.id))).toMatchObject({ status: 409 });
  });
});

describe('counts', () => {
  test('that went wrong are corrected by the sweeper', async () => {
    const owner = await newOwner();
    await newTask(owner, { status: 'awaiting_approval' });
    await projects().doc(owner.projectId).update({ taskCount: 7, pendingApprovalCount: -1, repositoryCount: 3 });
    await recount({ id: owner.projectId, userId: owner.userId });
    expect(await projectOf(owner)).toMatchObject({ taskCount: 1, pendingApprovalCount: 1, repositoryCount: 0 });
  });
});
