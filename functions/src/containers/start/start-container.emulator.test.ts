import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test, vi } from 'vitest';
import { commit } from '../../effects/transact.ts';
import { containers } from '../../store/firestore.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, useStack } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
const documentOf = async (id: string) => (await containers().doc(id).get()).data();

/**
 * A container whose runner has exchanged its code although its execution was never recorded: Cloud Run answered the
 * start when the instance that had asked was gone. That instance's promise is still in the outbox.
 */
async function newNameless() {
  const owner = await stack.newOwner();
  const { id } = await newContainer(owner);
  await stack.runnerOf(id);
  const { execution } = (await documentOf(id)) ?? {};
  if (!execution) throw new Error('the container has no execution');
  await containers().doc(id).update({ execution: null });
  await commit((writer) => enqueue(writer, owner.userId, 'start_container', id));
  expect(await documentOf(id)).toMatchObject({ status: 'running', execution: null });
  return { owner, id, execution };
}

describe('a start whose answer came too late', () => {
  test('is found again by the outbox, and not repeated', async () => {
    const { owner, id, execution } = await newNameless();
    await sweep(inSeconds(60));
    expect(await documentOf(id)).toMatchObject({ status: 'running', execution, epoch: 1 });
    const all = await stack.jobs().told(execution.split('/').slice(0, -1).join('/'));
    expect(all.split(`"name":"CONTAINER_ID","value":"${id}"`)).toHaveLength(2);
    await owner.client.call(routes.deleteContainer, { params: { id } });
  });

  test('can be paused by force, and seen to have ended, before that', async () => {
    const { owner, id, execution } = await newNameless();
    await owner.client.call(routes.pauseContainer, { params: { id } });
    expect(await documentOf(id)).toMatchObject({ execution, desired: 'paused' });

    const dead = await newNameless();
    await runtime().cancel(dead.execution);
    await containers().doc(dead.id).update({ heartbeatAt: null });
    const live = () => dead.owner.client.call(routes.getContainerLiveStatus, { params: { id: dead.id } });
    await expect.poll(live).toEqual({ status: 'paused' });
  });

  test('ends by itself where another one works already, and leaves that one alone', async () => {
    const owner = await stack.newOwner();
    const { start } = runtime();
    let thaw = () => {};
    const thawed = new Promise<void>((resolve) => (thaw = resolve));
    let late: Promise<string> | undefined;
    // The instance that is to start it freezes right before it asks Cloud Run.
    vi.spyOn(runtime(), 'start').mockImplementationOnce(async (request) => {
      await thawed;
      late = start(request);
      return late;
    });
    const { id } = await newContainer(owner);
    await sweep(inSeconds(60));
    const runner = await stack.runnerOf(id);
    const { execution } = (await documentOf(id)) ?? {};
    thaw();
    const other = await vi.waitUntil(() => late, 60_000);
    expect(other).not.toBe(execution);
    await expect.poll(() => runtime().observe(other)).toMatchObject({ phase: 'ended' });
    expect(await documentOf(id)).toMatchObject({ status: 'running', execution, epoch: 1 });
    await expect(runner.client.call(agentRoutes.heartbeat, { body: {} })).resolves.toMatchObject({ directive: 'run' });
    await owner.client.call(routes.deleteContainer, { params: { id } });
  });
});
