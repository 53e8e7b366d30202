import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { rpc } from '../../lib/rpc.ts';
import { containers, outbox } from '../../store/firestore.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, useStack, type TestOwner } from '../../testing/agents.ts';
import { atLast } from '../../testing/at-last.ts';
import { isNotAnswered, troubleCommits } from '../../testing/database-trouble.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment({ RUNNING_PER_PROJECT: '2', RUNNING_PER_USER: '3' });
const stack = useStack();

const start = async (owner: TestOwner) => (await newContainer(owner)).id;
const stateOf = async (id: string) => (await containers().doc(id).get()).data();

test('beyond the limit of its project a container waits, says so, and is started when another one ends', async () => {
  const owner = await stack.newOwner();
  const [first = ''] = [await start(owner), await start(owner)];
  const third = await owner.client.call(routes.postProjectContainer, { params: { id: owner.projectId }, body: {} });
  expect(third).toMatchObject({
    status: 'pending',
    message:
      'Waiting to start: 2 containers of this project are already running, the most at the same time. It starts when one of them ends',
  });
  await sweep(inSeconds(1));
  expect(await stateOf(third.id)).toMatchObject({ execution: null, admitted: false });
  await owner.client.call(routes.deleteContainer, { params: { id: first } });
  await sweep(inSeconds(40));
  expect(await stateOf(third.id)).toMatchObject({ execution: expect.any(String), admitted: true, message: null });
});

test('while it waits nothing is tried again or written', async () => {
  const owner = await stack.newOwner();
  const ids = [await start(owner), await start(owner), await start(owner), await start(owner)];
  const waiting = containers().doc(ids[3] ?? '');
  const { updateTime } = await waiting.get();
  await sweep(inSeconds(60));
  expect((await waiting.get()).updateTime).toEqual(updateTime);
  expect((await outbox().where('userId', '==', owner.userId).get()).size).toBe(0);
});

test('one that waits can be deleted, and is not started then', async () => {
  const owner = await stack.newOwner();
  const [first = '', , third = ''] = [await start(owner), await start(owner), await start(owner)];
  for (const id of [third, first]) await owner.client.call(routes.deleteContainer, { params: { id } });
  await sweep(inSeconds(60));
  expect(await stateOf(third)).toMatchObject({ status: 'deleted', execution: null });
});

test('a user has a limit over all projects, and nobody else is held up by it', async () => {
  const owner = await stack.newOwner();
  const other = await owner.client.call(routes.postProject, { body: { name: 'Other' } });
  await start(owner);
  await start(owner);
  await start({ ...owner, projectId: other.id });
  const last = await stateOf(await start({ ...owner, projectId: other.id }));
  expect(last).toMatchObject({ status: 'pending', execution: null });
  expect(last?.message).toContain('3 of your containers are already running');
  const stranger = await stateOf(await start(await stack.newOwner()));
  expect(stranger).toMatchObject({ execution: expect.any(String) });
});

test('many at once never are more than the limit', async () => {
  const owner = await stack.newOwner();
  const ids = await Promise.all(Array.from({ length: 5 }, () => atLast(() => start(owner))));
  for (let round = 0; round < 3; round += 1) await sweep(inSeconds(40));
  const states = await Promise.all(ids.map(stateOf));
  expect(states.filter((state) => state?.execution)).toHaveLength(2);
});

test('a place that was taken without a reply from the database is kept, and the container starts', async () => {
  const owner = await stack.newOwner();
  const { containerId, client } = await stack.newRunner(owner);
  await client.call(agentRoutes.exit, { body: { reason: 'idle' } });
  const end = troubleCommits(containerId, (send) => send(), isNotAnswered(rpc.unknown));
  await owner.client.call(routes.resumeContainer, { params: { id: containerId } });
  // The library waits before it tries again, and the reply may be quicker.
  await expect
    .poll(() => stateOf(containerId), { timeout: 30_000 })
    .toMatchObject({ execution: expect.any(String), admitted: true, waits: false, epoch: 2 });
  end();
});
