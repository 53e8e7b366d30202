import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { afterEach, expect, test } from 'vitest';
import { commit, transact } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { containers, db } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { takePlace } from '../../quotas/places/admit-container.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, useStack, type TestOwner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

// A busy machine starts in a reply what an idle one does.
useTestEnvironment({ RUNNING_PER_DEPLOYMENT: '2', REPLY_WAIT_SECONDS: '30' });
const stack = useStack();
// All users share the places: each test has them to itself.
afterEach(() => db().recursiveDelete(containers()));

const start = async (owner: TestOwner) => (await newContainer(owner)).id;
const remove = ({ client }: TestOwner, id: string) => client.call(routes.deleteContainer, { params: { id } });
async function stateOf(id: string): Promise<ContainerDocument> {
  const state = (await containers().doc(id).get()).data();
  if (!state) throw new Error('the container is gone');
  return state;
}
const started = { execution: expect.any(String), admitted: true, waits: false, message: null };
const waiting = { execution: null, admitted: false, waits: true };

/** Adds `amount` waiting containers to the same project, without the time it takes to ask for them. */
async function letWait(like: string, amount: number): Promise<string[]> {
  const state = await stateOf(like);
  const ids = Array.from({ length: amount }, newId);
  await commit((writer) => {
    for (const id of ids) writer.create(containers().doc(id), { ...state, id });
  });
  return ids;
}

test('beyond the limit of all users, a place goes to the user with the fewest, not to another’s hundred', async () => {
  const [busy, other] = [await stack.newOwner(), await stack.newOwner()];
  const [first = '', second = '', third = ''] = [await start(busy), await start(busy), await start(busy)];
  expect(await stateOf(third)).toMatchObject({
    ...waiting,
    message:
      'Waiting to start: 2 containers of all users are already running, the most at the same time. It starts when its turn comes',
  });
  const rest = [third, ...(await letWait(third, 99))];
  const last = await start(other);
  expect(await stateOf(last)).toMatchObject(waiting);
  await remove(busy, first);
  expect(await stateOf(last), 'with the reply to the deletion').toMatchObject(started);
  await remove(busy, second);
  const states = await Promise.all(rest.map(stateOf));
  expect(states.filter(({ execution }) => execution !== null)).toHaveLength(1);
});

test('a new start does not take a free place before those who wait for it', async () => {
  const [busy, early, late] = [await stack.newOwner(), await stack.newOwner(), await stack.newOwner()];
  const [first] = [await start(busy), await start(busy)];
  const earlier = await start(early);
  expect(await stateOf(earlier)).toMatchObject(waiting);
  // It has ended, and nobody has started those who wait yet.
  await containers().doc(first).update({ status: 'paused', admitted: false, execution: null });
  const later = await start(late);
  expect(await stateOf(earlier)).toMatchObject(started);
  expect(await stateOf(later)).toMatchObject(waiting);
});

test('the end of an execution starts the next one in the same reply', async () => {
  const [busy, other] = [await stack.newOwner(), await stack.newOwner()];
  const [first] = [await start(busy), await start(busy)];
  const next = await start(other);
  const runner = await stack.runnerOf(first);
  await runner.client.call(agentRoutes.exit, { body: { reason: 'idle' } });
  expect(await stateOf(next)).toMatchObject(started);
});

test('one that an instance took before it died is started with the place that it has', async () => {
  const owner = await stack.newOwner();
  const [first] = [await start(owner), await start(owner)];
  const third = await start(owner);
  await containers().doc(first).update({ status: 'paused', admitted: false, execution: null });
  await transact(async (tx) => {
    const container = await tx.read(containers().doc(third));
    if (container) takePlace(tx, container, inSeconds(0));
    enqueue(tx, owner.userId, 'start_container', third);
  });
  const fourth = await start(owner);
  expect(await stateOf(fourth), 'the place is taken').toMatchObject(waiting);
  await sweep(inSeconds(40));
  expect(await stateOf(third)).toMatchObject(started);
  expect(await stateOf(fourth)).toMatchObject(waiting);
});
