import { routes, type Client } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { containers, db } from '../store/firestore.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { readOwnContainer } from '../own/read-own-container.ts';
import { reconcileContainer } from './reconcile/reconcile-container.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newContainer, newTask, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
// Executions stay pending long enough for a slow machine to see it.
const stack = useStack(
  '[ "$CONTAINER_ID" ] || exit 1; trap "sleep 0.3; exit 0" TERM; while :; do sleep 0.1; done',
  2_000,
);

const statusOf = async (client: Client, id: string) =>
  (await client.call(routes.getContainerLiveStatus, { params: { id } })).status;
const isNow = (client: Client, id: string) => expect.poll(() => statusOf(client, id), { interval: 50 });
const documentOf = async (id: string) => (await containers().doc(id).get()).data();

/** Keeps Cloud Run from ending anything until the returned function is called, to observe that moment. */
function holdEnds(): () => void {
  const cancel = runtime().cancel.bind(runtime());
  let letEnd = () => {};
  const held = new Promise<void>((resolve) => (letEnd = resolve));
  vi.spyOn(runtime(), 'cancel').mockImplementation((execution) => held.then(() => cancel(execution)));
  return letEnd;
}
afterEach(() => vi.restoreAllMocks());

describe('a container', () => {
  test('whose execution runs as is known is asked about without a transaction, until there is time to count', async () => {
    const owner = await stack.newOwner();
    const { client, userId } = owner;
    const { id } = await newContainer(owner);
    await isNow(client, id).toBe('running');
    const transactions = vi.spyOn(db(), 'runTransaction');
    const reconcile = async () => reconcileContainer(await readOwnContainer(userId, id));
    expect(await reconcile()).toMatchObject({ id, status: 'running' });
    expect(transactions).not.toHaveBeenCalled();
    await containers()
      .doc(id)
      .update({ meteredUntil: inSeconds(-31) });
    const before = await documentOf(id);
    const after = await reconcile();
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(after.meteredUntil?.toMillis()).toBeGreaterThan(before?.meteredUntil?.toMillis() ?? Infinity);
  });

  test('has the right live status from its creation to its deletion', async () => {
    const owner = await stack.newOwner();
    const { client, projectId } = owner;
    const { id, status } = await newContainer(owner);
    const params = { id };
    expect(status).toBe('pending');
    expect(await statusOf(client, id)).toBe('pending');
    await isNow(client, id).toBe('running');
    const runner = await stack.runnerOf(id);

    expect((await client.call(routes.pauseContainer, { params })).status).toBe('running');
    expect(await statusOf(client, id)).toBe('running');
    expect(await runner.client.call(agentRoutes.heartbeat, { body: {} })).toMatchObject({ directive: 'pause' });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await statusOf(client, id)).toBe('paused');

    expect((await client.call(routes.resumeContainer, { params })).status).toBe('pending');
    expect(await statusOf(client, id)).toBe('pending');
    await isNow(client, id).toBe('running');

    const letEnd = holdEnds();
    const deleted = client.call(routes.deleteContainer, { params });
    await isNow(client, id).toBe('deleting');
    letEnd();
    await isNow(client, id).toBe('deleted');
    await deleted;
    const [listed] = await client.call(routes.listContainers);
    expect(listed).toMatchObject({ id, status: 'deleted', project: { id: projectId } });
  });

  test('is unknown while the jobs server is down, and found again afterwards', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    await isNow(owner.client, id).toBe('running');
    await stack.jobs().kill();
    expect(await statusOf(owner.client, id)).toBe('unknown');
    expect((await owner.client.call(routes.getContainer, { params: { id } })).status).toBe('running');
    await stack.jobs().restart();
    expect(await statusOf(owner.client, id)).toBe('running');
  });

  test('created while the jobs server is down waits, and is started by the sweeper', async () => {
    const owner = await stack.newOwner();
    await stack.jobs().kill();
    const { id, status } = await newContainer(owner);
    expect(status).toBe('pending');
    expect(await statusOf(owner.client, id)).toBe('unknown');
    const { message } = await owner.client.call(routes.getContainer, { params: { id } });
    expect(message).toContain('the start will be retried');
    await stack.jobs().restart();
    await sweep(inSeconds(3_600));
    await isNow(owner.client, id).toBe('running');
  });

  test('whose image is missing is paused, with the platform’s words', async () => {
    const owner = await stack.newOwner();
    const { id } = await owner.client.call(routes.postProjectContainer, {
      params: { id: owner.projectId },
      body: { imageTag: 'missing' },
    });
    await isNow(owner.client, id).toBe('paused');
    const container = await owner.client.call(routes.getContainer, { params: { id } });
    expect(container).toMatchObject({ message: "Image 'local/shell:missing' not found.", exitCode: null });
    expect(await owner.client.call(routes.getContainerLogs, { params: { id } })).toEqual({
      logs: '',
      message: "Image 'local/shell:missing' not found.",
    });
  });

  test('that ends by itself is paused with its exit code, and its task waits again', async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner);
    const { id } = await newContainer(owner);
    await isNow(owner.client, id).toBe('running');
    const runner = await stack.runnerOf(id);
    await runner.claim();
    await containers().doc(id).update({ heartbeatAt: null });
    const { execution } = (await documentOf(id)) ?? {};
    await runtime().cancel(execution ?? '');
    await isNow(owner.client, id).toBe('paused');
    const container = await owner.client.call(routes.getContainer, { params: { id } });
    expect(container.completedAt).not.toBeNull();
    expect(container.exitCode).not.toBeNull();
    const waiting = await owner.client.call(routes.getTask, { params: { id: task.id } });
    expect(waiting).toMatchObject({ status: 'pending', containerId: id });
  });

  test('that does not end within 60 s after Pause is ended', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    await isNow(owner.client, id).toBe('running');
    await owner.client.call(routes.pauseContainer, { params: { id } });
    await sweep();
    expect(await statusOf(owner.client, id)).toBe('running');
    await containers()
      .doc(id)
      .update({ pauseRequestedAt: inSeconds(-61) });
    await sweep();
    await isNow(owner.client, id).toBe('paused');
    expect((await documentOf(id))?.message).toContain('did not end by itself within 60 seconds');
  });

  test('that Cloud Run has lost is not found', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    await isNow(owner.client, id).toBe('running');
    const selection = { imageTag: 'latest', env: { CONTAINER_ID: id }, identity: ['CONTAINER_ID'] };
    await runtime().removeAll(selection);
    await isNow(owner.client, id).toBe('not_found');
    await owner.client.call(routes.deleteContainer, { params: { id } });
    await isNow(owner.client, id).toBe('deleted');
  });
});
