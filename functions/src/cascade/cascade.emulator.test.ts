import { routes } from '@countersign/contract';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test } from 'vitest';
import { commit } from '../effects/transact.ts';
import { containers, tasks } from '../store/firestore.ts';
import { startOf } from '../containers/start/start-container.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { sweep } from '../sweep/sweep.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { newContainer, newTask, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { everything } from '../testing/everything.ts';
import { sampled, seed } from '../../../dev/testing/sample.ts';
import { onFailpoint } from '../erasing/failpoint.ts';

useTestEnvironment();
const stack = useStack();
afterEach(() => onFailpoint());

/** An owner with one of everything, and a token that outlives them. */
async function fullOwner(): Promise<TestOwner> {
  const owner = await stack.newOwner();
  const { client, projectId } = owner;
  const repository = await client.call(routes.postProjectRepository, {
    params: { id: projectId },
    body: { owner: 'acme', url: 'https://github.com/acme/hello' },
  });
  const githubToken = `ghp_${'a1B2'.repeat(9)}`;
  await client.call(routes.putRepositoryAuth, { params: { id: repository.id }, body: { githubToken } });
  await newContainer(owner);
  const parent = await newTask(owner, { status: 'awaiting_approval' });
  const child = await newTask(owner, { parentId: parent.id });
  await client.call(routes.postTaskMessage, { params: { id: child.id }, body: { text: 'Hello' } });
  const long = { type: 'tool_call', title: 'Long', content: 'x'.repeat(400_000), author: 'agent' } as const;
  await commit((writer) => createItem(writer, prepareItem({ ...parent, userId: owner.userId }, long)));
  return owner;
}

const remove = {
  project: ({ client, projectId }: TestOwner) => client.call(routes.deleteProject, { params: { id: projectId } }),
  account: ({ client }: TestOwner) => client.call(routes.deleteAccount),
};

/** What is left of somebody's things. A project's audit trail stays as long as its user; nothing else of it does. */
async function remains(kind: 'project' | 'account', { userId, projectId }: TestOwner): Promise<string[]> {
  const kept = kind === 'account' ? ['tombstones/'] : ['auditEvents/', 'users/', 'rateWindows/', `signals/${userId}`];
  const mark = kind === 'account' ? userId : projectId;
  const left = [...(await everything())].filter(([path, json]) => path.includes(mark) || json.includes(mark));
  return left.map(([path]) => path).filter((path) => !kept.some((prefix) => path.startsWith(prefix)));
}

async function executionsOf({ projectId }: TestOwner): Promise<() => Promise<(string | null)[]>> {
  const { docs } = await containers().where('projectId', '==', projectId).get();
  const selections = docs.map((doc) => ({ ...startOf(doc.data()), identity: ['CONTAINER_ID'] }));
  return () => Promise.all(selections.map((selection) => runtime().find(selection)));
}

/** Runs every promise, however late it is due. */
const sweepLater = () => sweep(Timestamp.fromMillis(Date.now() + 60 * 60_000));

describe.each(['project', 'account'] as const)('deleting a whole %s', (kind) => {
  let steps: string[] = [];

  test('leaves nothing of it, here or in Cloud Run', async () => {
    const owner = await fullOwner();
    const executions = await executionsOf(owner);
    expect(await executions()).not.toContain(null);
    steps = [];
    onFailpoint((step) => steps.push(step));
    await remove[kind](owner);
    await sweepLater();
    expect(await remains(kind, owner)).toEqual([]);
    expect(await executions()).toEqual([null]);
    expect(steps.length).toBeGreaterThan(8);
  });

  test('interrupted at any step, the sweeper finishes it', async () => {
    expect(steps.length, 'what the test before has seen').toBeGreaterThan(8);
    const cuts = sampled([...steps.keys()], 4);
    console.log(`seed ${seed}: cut at ${cuts.map((cut) => steps[cut]).join(', ')} of ${steps.length} steps`);
    for (const cut of cuts) {
      const owner = await fullOwner();
      const executions = await executionsOf(owner);
      let count = 0;
      onFailpoint((step) => {
        if (count++ === cut) throw new Error(`Cut off at ${step}`);
      });
      await remove[kind](owner);
      onFailpoint();
      await sweepLater();
      expect(await remains(kind, owner), `cut at ${steps[cut]}`).toEqual([]);
      expect(await executions(), `cut at ${steps[cut]}`).toEqual([null]);
    }
  }, 600_000);
});

describe('a deleted account', () => {
  test('is not brought back by a token that is still valid', async () => {
    const owner = await fullOwner();
    await remove.account(owner);
    const attempt = owner.client.call(routes.postProject, { body: { name: 'Back again' } });
    await expect(attempt).rejects.toMatchObject({ status: 401 });
    await sweepLater();
    expect(await remains('account', owner)).toEqual([]);
    await expect(getAuth().getUser(owner.userId)).rejects.toMatchObject({ code: 'auth/user-not-found' });
  });

  test('loses what a request wrote that was let in just before', async () => {
    const owner = await fullOwner();
    await remove.account(owner);
    const late = { ...(await anyTask()), userId: owner.userId, projectId: owner.projectId };
    await commit((writer) => writer.create(tasks().doc('late'), { ...late, id: 'late' }));
    await sweep();
    expect(await remains('account', owner)).toEqual([]);
  });
});

async function anyTask() {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  const task = (await tasks().doc(id).get()).data();
  if (!task) throw new Error('the task is missing');
  return task;
}
