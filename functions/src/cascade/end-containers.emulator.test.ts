import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { inSeconds, newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
import { containers } from '../store/firestore.ts';
import { sweep } from '../sweep/sweep.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

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
