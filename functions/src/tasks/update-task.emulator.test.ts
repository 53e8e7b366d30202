import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { containers, db } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { newTask, refusal, useStack, type TestOwner, type TestRunner } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const edit = ({ client }: TestOwner, id: string, body: Record<string, unknown>) =>
  client.call(routes.patchTask, { params: { id }, body });
const approve = ({ client }: TestOwner, id: string, hash: string) =>
  client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash });

async function onlyQuestion({ client }: TestOwner) {
  const [question, ...others] = await client.call(routes.listApprovals);
  if (!question || others.length > 0) throw new Error('there is not one question');
  return question;
}

describe('editing a task that awaits the approval of its start', () => {
  test('asks the question again: the old text cannot be approved, and what is approved is what runs', async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner, { status: 'awaiting_approval', description: 'Ä'.repeat(20_000) });
    const shown = await onlyQuestion(owner);
    await edit(owner, task.id, { title: 'Another task', description: 'Delete everything' });
    expect(await refusal(approve(owner, shown.id, shown.hash))).toMatchObject({ status: 409, code: 'content_changed' });
    const now = await onlyQuestion(owner);
    expect(now).toMatchObject({ content: 'Another task\n\nDelete everything', createdAt: shown.createdAt });
    expect((await db().collectionGroup('bodies').get()).size).toBe(0);
    await approve(owner, now.id, now.hash);
    expect(await (await stack.newRunner(owner)).claim()).toMatchObject({
      title: 'Another task',
      description: 'Delete everything',
    });
  });

  test('leaves the question unchanged if its text does not change', async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner, { status: 'awaiting_approval' });
    const shown = await onlyQuestion(owner);
    await edit(owner, task.id, { priority: 7, title: task.title });
    expect(await onlyQuestion(owner)).toEqual(shown);
  });

  test('leaves its agent’s questions alone', async () => {
    const { owner, task, item, hash } = await stack.newRequest();
    await edit(owner, task.id, { title: 'Another task' });
    expect(await onlyQuestion(owner)).toMatchObject({ id: item.id, hash });
  });
});

describe('reopening a task', () => {
  const setUp = async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner);
    const runner = await stack.newRunner(owner);
    const { epoch } = await runner.claim();
    const item = { id: newId(), type: 'completion', title: 'Done' } as const;
    const body = { epoch, status: 'completed', item } as const;
    await runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
    return { owner, task, runner, params: { id: runner.containerId } };
  };
  const exit = ({ client }: TestRunner, reason: 'idle' | 'paused') =>
    client.call(agentRoutes.exit, { body: { reason } });
  const containerOf = async (id: string) => (await containers().doc(id).get()).data();

  test('starts the container that it belongs to, which had nothing left to do', async () => {
    const { owner, task, runner } = await setUp();
    await exit(runner, 'idle');
    await edit(owner, task.id, { status: 'pending' });
    expect(await containerOf(runner.containerId)).toMatchObject({ status: 'pending', epoch: 2 });
    expect(await (await stack.runnerOf(runner.containerId, 2)).claim()).toMatchObject({ id: task.id });
  });

  test('starts no container that its owner paused: it waits for Resume', async () => {
    const { owner, task, runner, params } = await setUp();
    await owner.client.call(routes.pauseContainer, { params });
    await exit(runner, 'paused');
    await edit(owner, task.id, { status: 'pending' });
    expect(await containerOf(runner.containerId)).toMatchObject({ status: 'paused', epoch: 1 });
    await owner.client.call(routes.resumeContainer, { params });
    expect(await (await stack.runnerOf(runner.containerId, 2)).claim()).toMatchObject({ id: task.id });
  });
});

describe('completing a task', () => {
  test('ends one that is kept by hand, which stays so; reopened, it is for an agent', async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner, { status: 'running' });
    expect(task).toMatchObject({ keptByHand: true, completedAt: null });
    const completed = await edit(owner, task.id, { status: 'completed', title: 'Done by me' });
    expect(completed).toMatchObject({ status: 'completed', keptByHand: true, title: 'Done by me' });
    expect(completed.completedAt).not.toBeNull();
    expect(await edit(owner, task.id, { status: 'pending' })).toMatchObject({ keptByHand: false, completedAt: null });
  });

  test('is left to the agent that works on it', async () => {
    const owner = await stack.newOwner();
    const { id } = await newTask(owner);
    await (await stack.newRunner(owner)).claim();
    const refused = edit(owner, id, { status: 'completed', title: 'Done' });
    expect(await refusal(refused)).toMatchObject({ status: 409, code: 'illegal_move' });
    const task = await owner.client.call(routes.getTask, { params: { id } });
    expect(task).toMatchObject({ status: 'running', title: 'A task', keptByHand: false });
  });
});

describe('a task below itself', () => {
  const invalid = { status: 400, code: 'invalid', text: 'Invalid request: parentId: A task cannot be below itself' };

  test.each([1, 2, 3, 10])('is refused: a circle of %i', async (length) => {
    const owner = await stack.newOwner();
    const first = await newTask(owner);
    let last = first;
    for (let more = 1; more < length; more += 1) last = await newTask(owner, { parentId: last.id });
    expect(await refusal(edit(owner, first.id, { parentId: last.id }))).toEqual(invalid);
    const { parentId } = await owner.client.call(routes.getTask, { params: { id: first.id } });
    expect(parentId).toBeNull();
  });

  test('is refused whatever else is changed with it', async () => {
    const owner = await stack.newOwner();
    const { id } = await newTask(owner, { status: 'completed' });
    expect(await refusal(edit(owner, id, { parentId: id, status: 'pending', title: 'Changed' }))).toEqual(invalid);
    const task = await owner.client.call(routes.getTask, { params: { id } });
    expect(task).toMatchObject({ status: 'completed', title: 'A task', parentId: null });
  });

  test('is refused if three of them close the circle at the same time', async () => {
    const owner = await stack.newOwner();
    const ids = await Promise.all(
      [newTask(owner), newTask(owner), newTask(owner)].map(async (task) => (await task).id),
    );
    const outcomes = await Promise.allSettled(
      ids.map((id, index) => atLast(() => edit(owner, id, { parentId: ids[(index + 1) % ids.length] }))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 400 });
    const stored = await Promise.all(ids.map((id) => owner.client.call(routes.getTask, { params: { id } })));
    expect(stored.filter(({ parentId }) => parentId === null).length).toBe(refused.length);
  });
});

test('two tasks put below each other at the same time do not make a circle', async () => {
  const owner = await stack.newOwner();
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = await Promise.all([newTask(owner), newTask(owner)]);
    const outcomes = await Promise.allSettled([
      atLast(() => edit(owner, one.id, { parentId: two.id })),
      atLast(() => edit(owner, two.id, { parentId: one.id })),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});
