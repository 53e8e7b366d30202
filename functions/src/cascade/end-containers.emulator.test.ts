import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import type { OutboxDocument } from '../documents/outbox.ts';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { countUsage, newUsage } from '../lib/database-usage.ts';
import { becomes } from '../testing/becomes.ts';
import { inSeconds, newContainer, newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
import { containers } from '../store/firestore.ts';
import { sweep } from '../sweep/sweep.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { purgeProject } from './purge-project.ts';

useTestEnvironment();
const stack = useStack();

const DELETED = 30;

const remove = {
  project: ({ client, projectId }: TestOwner) => client.call(routes.deleteProject, { params: { id: projectId } }),
  account: ({ client }: TestOwner) => client.call(routes.deleteAccount),
};

test.each(['project', 'account'] as const)(
  'with a deleted %s every container is shut out at once, also while Cloud Run does not answer',
  async (kind) => {
    const owner = await stack.newOwner();
    const runners = [await stack.newRunner(owner), await stack.newRunner(owner)];
    await newTask(owner);
    await stack.jobs().kill();
    try {
      await remove[kind](owner);
      for (const { client } of runners) {
        const claim = client.call(agentRoutes.claim, { body: {} });
        await expect(refusal(claim)).resolves.toMatchObject({ status: 409 });
      }
    } finally {
      await stack.jobs().restart();
    }
    await sweep(inSeconds(3600));
    expect((await containers().where('userId', '==', owner.userId).get()).size).toBe(0);
  },
);

test('containers that were deleted before are read once, to be erased', async () => {
  const owner = await stack.newOwner();
  const { id } = await newContainer(owner);
  await owner.client.call(routes.deleteContainer, { params: { id } });
  const stored = async () => (await containers().doc(id).get()).data();
  await becomes(async () => (await stored())?.status, 'deleted');
  const deleted = await stored();
  if (!deleted) throw new Error('The container is not stored');
  await commit((writer) => {
    for (let count = 1; count < DELETED; count += 1) {
      const copy = { ...deleted, id: newId() };
      writer.create(containers().doc(copy.id), copy);
    }
  });
  const { id: living } = await newContainer(owner);
  const usage = newUsage();
  const entry = { userId: owner.userId, subjectId: owner.projectId } as OutboxDocument;
  await countUsage(usage, () => purgeProject(entry, Infinity));
  expect((await containers().doc(living).get()).exists).toBe(false);
  expect((await containers().where('userId', '==', owner.userId).get()).size).toBe(0);
  expect(usage.reads).toBeLessThan(2 * DELETED);
});
