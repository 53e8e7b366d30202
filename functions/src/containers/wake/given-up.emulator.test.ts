import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { runtime } from '../../runtime/cloud-run.ts';
import { containers } from '../../store/firestore.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newTask, startedAgain, useStack } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const documentOf = async (id: string) => (await containers().doc(id).get()).data();
const TRIED = 'It was started 5 times without progress and is not started again by itself.';

/** A container at work that the server has started this often since anything progressed. */
async function startedOften(autoStarts: number) {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  await runner.claim();
  await containers().doc(runner.containerId).update({ autoStarts });
  return { owner, runner, id: runner.containerId };
}

test('a container that was started too often says that it is not started again, and what to do', async () => {
  const { owner, runner, id } = await startedOften(5);
  const body = { reason: 'crashed', message: 'The agent could not start' } as const;
  await runner.client.call(agentRoutes.exit, { body });
  await sweep(inSeconds(60));
  const message = `The agent could not start. ${TRIED} Look at its log, then press Resume.`;
  expect(await documentOf(id)).toMatchObject({ status: 'paused', epoch: 1, message });
  await sweep(inSeconds(120));
  expect(await documentOf(id)).toMatchObject({ message });
  await owner.client.call(routes.resumeContainer, { params: { id } });
  expect(await documentOf(id)).toMatchObject({ status: 'pending', epoch: 2, message: null, autoStarts: 0 });
});

test('one that may be tried again is started, and says nothing of it', async () => {
  const { runner, id } = await startedOften(4);
  await runner.client.call(agentRoutes.exit, { body: { reason: 'crashed', message: 'The agent could not start.' } });
  await sweep(inSeconds(60));
  expect(await documentOf(id)).toMatchObject({ ...startedAgain, autoStarts: 5 });
});

test('one whose execution is lost says whether it starts by itself', async () => {
  const often = await startedOften(5);
  const fine = await startedOften(0);
  for (const { owner, id } of [often, fine]) {
    await runtime().removeAll({ imageTag: 'latest', env: { CONTAINER_ID: id }, identity: ['CONTAINER_ID'] });
    await containers()
      .doc(id)
      .update({ heartbeatAt: inSeconds(-31) });
    await owner.client.call(routes.getContainerLiveStatus, { params: { id } });
  }
  expect(await documentOf(fine.id)).toMatchObject({
    status: 'not_found',
    message: 'Cloud Run no longer knows this execution. It starts again by itself when there is work for it.',
  });
  await sweep(inSeconds(60));
  expect(await documentOf(fine.id)).toMatchObject(startedAgain);
  expect(await documentOf(often.id)).toMatchObject({
    status: 'not_found',
    message: `Cloud Run no longer knows this execution. ${TRIED} Look at its log, then write to its task, which starts it again.`,
  });
});
