import { routes } from '@countersign/contract';
import { DocumentReference } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { db, projects, tasks } from '../store/firestore.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { newContainer, newTask, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
afterEach(() => void vi.restoreAllMocks());

const LONG = 'x'.repeat(20_000);

/** Tasks with a long description and one small card each; every second card is decided. */
async function withCards(count: number): Promise<TestOwner> {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  const stored = (await tasks().doc(id).get()).data();
  if (!stored) throw new Error('The task is not stored');
  for (let from = 0; from < count; from += 100) {
    await commit((writer) => {
      for (let index = from; index < Math.min(from + 100, count); index += 1) {
        const task = { ...stored, id: newId(), title: `Task ${index}`, description: LONG };
        writer.create(tasks().doc(task.id), task);
        const asked = { type: 'tool_call', title: 'Step', toolName: 'shell', author: 'agent' } as const;
        const { header, chunks } = prepareItem(task, { ...asked, needsApproval: true });
        const decided = index % 2 === 1 ? {} : { isApproved: true, decidedAt: header.createdAt };
        createItem(writer, { header: { ...header, ...decided }, chunks });
      }
    });
  }
  await projects().doc(owner.projectId).update({ description: LONG, instructions: LONG });
  await newContainer(owner);
  return owner;
}

/** The documents that were asked for together in each call, and the fields that were asked for. */
function readTogether(): { collection: string; documents: number; fields: unknown }[] {
  return vi.mocked(db().getAll).mock.calls.flatMap((call) => {
    const refs = call.filter((one) => one instanceof DocumentReference);
    const options = call.find((one) => !(one instanceof DocumentReference)) as { fieldMask?: unknown } | undefined;
    const fields = options?.fieldMask ?? 'all';
    return [{ collection: refs[0]?.parent.id ?? '', documents: refs.length, fields }];
  });
}

describe('lists', () => {
  test('of cards, decisions and containers read the names of what these belong to, and none of their long texts', async () => {
    const { client, projectId } = await withCards(300);
    vi.spyOn(db(), 'getAll');
    const approvals = await client.call(routes.listApprovals);
    const decisions = await client.call(routes.listDecisions);
    const [container] = await client.call(routes.listContainers);
    const project = { id: projectId, name: 'Project' };
    expect([approvals.length, decisions.length]).toEqual([150, 150]);
    expect(new Set([...approvals, ...decisions].map(({ task }) => task.title)).size).toBe(300);
    expect([approvals[0]?.task.project, decisions[0]?.task.project, container?.project]).toEqual(
      Array.from({ length: 3 }, () => project),
    );
    const [ofTasks, ofProjects] = ['tasks', 'projects'].map((name) =>
      readTogether().filter(({ collection }) => collection === name),
    );
    expect(ofTasks).toEqual(
      Array.from({ length: 2 }, () => ({ collection: 'tasks', documents: 150, fields: ['title'] })),
    );
    expect(ofProjects).toEqual(
      Array.from({ length: 3 }, () => ({ collection: 'projects', documents: 1, fields: ['name', 'model'] })),
    );
  });

  test('of one user are answered eight at a time, and keep neither other calls nor other users waiting', async () => {
    const [{ client }, other] = await Promise.all([withCards(1), withCards(1)]);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    // The caller is known from now on: what is held below has a time limit.
    await client.call(routes.listDecisions);
    const getAll = db().getAll.bind(db());
    let atWork = 0;
    vi.spyOn(db(), 'getAll').mockImplementation(async (...args) => {
      if (args.some((one) => one instanceof DocumentReference && one.parent.id === 'tasks')) {
        atWork += 1;
        await released;
      }
      return getAll(...args);
    });
    const asked = Array.from({ length: 12 }, () => client.call(routes.listDecisions));
    try {
      await vi.waitFor(() => expect(atWork).toBe(8), { timeout: 30_000 });
      await client.call(routes.getDashboardStats);
      await other.client.call(routes.listProjects);
      expect(atWork).toBe(8);
    } finally {
      release();
    }
    expect((await Promise.all(asked)).map((decisions) => decisions.length)).toEqual(asked.map(() => 1));
    expect(atWork).toBe(12);
  });
});
