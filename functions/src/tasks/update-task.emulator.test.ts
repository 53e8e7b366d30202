import { routes } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { db } from '../firestore.ts';
import { newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
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
  test('puts the question anew: what was shown before cannot be approved, what is approved is what runs', async () => {
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

  test('leaves the question as it is when it shows nothing of what changed', async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner, { status: 'awaiting_approval' });
    const shown = await onlyQuestion(owner);
    await edit(owner, task.id, { priority: 7, title: task.title });
    expect(await onlyQuestion(owner)).toEqual(shown);
  });

  test('leaves alone what its agent asks', async () => {
    const { owner, task, item, hash } = await stack.newRequest();
    await edit(owner, task.id, { title: 'Another task' });
    expect(await onlyQuestion(owner)).toMatchObject({ id: item.id, hash });
  });
});

test('two tasks that are put below each other at the same time do not make a circle', async () => {
  const owner = await stack.newOwner();
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = await Promise.all([newTask(owner), newTask(owner)]);
    const outcomes = await Promise.allSettled([
      edit(owner, one.id, { parentId: two.id }),
      edit(owner, two.id, { parentId: one.id }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});
