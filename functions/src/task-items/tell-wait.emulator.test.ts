import { routes, type TaskItem } from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { containers, tasks } from '../store/firestore.ts';
import { sweep } from '../sweep/sweep.ts';
import {
  inSeconds,
  newContainer,
  newNonce,
  newTask,
  request,
  useStack,
  type TestOwner,
  type TestRunner,
} from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment({ RUNNING_PER_PROJECT: '1' });
// An execution stays pending as long as a test lasts, as if its image were being fetched.
const stack = useStack('exec sleep 600', 120_000);

const STARTING = 'Cloud Run is starting the container, and may have to fetch its image first';
const UNREACHABLE = 'Cloud Run cannot be reached at the moment; the start will be retried';
const FULL =
  'Waiting to start: 1 container of this project is already running, the most at the same time. It starts when one of them ends';

const waitsOf = async ({ client }: TestOwner, id: string): Promise<Pick<TaskItem, 'title' | 'content'>[]> =>
  (await client.call(routes.listTaskItems, { params: { id } })).map(({ title, content }) => ({ title, content }));
const readContainer = ({ client }: TestOwner, id: string) => client.call(routes.getContainer, { params: { id } });
/** Backdates a task, and the start of its container, by so many seconds. */
async function age(taskId: string, containerId: string, [ofTask, ofStart]: readonly [number, number]): Promise<void> {
  await tasks()
    .doc(taskId)
    .update({ statusSince: inSeconds(-ofTask) });
  await containers()
    .doc(containerId)
    .update({ pendingSince: inSeconds(-ofStart) });
}

test.each([false, true])(
  'a start that takes long is told, and kept with its time (its own task: %s)',
  async (isOwn) => {
    const owner = await stack.newOwner();
    const { id, wait } = await newContainer(owner);
    expect(wait, 'from the first moment on').toMatchObject({ text: STARTING, since: expect.any(String) });
    const task = await newTask(owner, isOwn ? { containerId: id } : {});
    await sweep();
    expect(await waitsOf(owner, task.id), 'while it is short').toEqual([]);
    await age(task.id, id, [100, 40]);
    await sweep();
    await sweep();
    expect(await waitsOf(owner, task.id)).toEqual([
      { title: 'The container for this task is waiting', content: STARTING },
    ]);
    const runner = await stack.runnerOf(id);
    await runner.claim();
    const [line, ...others] = await waitsOf(owner, task.id);
    expect(others, 'one wait, one line').toEqual([]);
    expect(line?.title).toMatch(/^Waited 1m 4\ds for a container$/);
    // On a busy machine its claim may come a second after its start, which is then told, too.
    expect(line?.content).toMatch(
      /^\d+m? ?\d*s until a container was requested for it\.\n\n4\ds until the container had started\. Cloud Run took this long\.(\n\n\ds until the container had time for it\.)?$/,
    );
    expect((await readContainer(owner, id)).wait).toBeNull();
  },
);

test('a wait in the queue is told with each of its causes, and a retry with Cloud Run is one', async () => {
  const owner = await stack.newOwner();
  const first = await newContainer(owner);
  const second = await newContainer(owner);
  expect(second.wait).toMatchObject({ text: FULL });
  const task = await newTask(owner, { containerId: second.id });
  await age(task.id, second.id, [90, 90]);
  await sweep();
  expect(await waitsOf(owner, task.id)).toMatchObject([{ content: FULL }]);
  await stack.jobs().kill();
  await owner.client.call(routes.deleteContainer, { params: { id: first.id } });
  await containers().doc(first.id).update({ admitted: false });
  await sweep(inSeconds(60));
  expect((await readContainer(owner, second.id)).wait).toMatchObject({ text: UNREACHABLE });
  await stack.jobs().restart();
  await sweep(inSeconds(3_600));
  const runner = await stack.runnerOf(second.id);
  await runner.claim();
  const lines = await waitsOf(owner, task.id);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.content).toContain(`until the container had started. ${FULL}. ${UNREACHABLE}.`);
});

test('a short wait leaves no line', async () => {
  const owner = await stack.newOwner();
  const task = await newTask(owner);
  await (await stack.newRunner(owner)).claim();
  expect(await waitsOf(owner, task.id)).toEqual([]);
});

test('a wait for its turn is kept, too', async () => {
  const owner = await stack.newOwner();
  const runner = await stack.newRunner(owner);
  const task = await newTask(owner);
  await age(task.id, runner.containerId, [75, 80]);
  await containers()
    .doc(runner.containerId)
    .update({ startedAt: inSeconds(-80) });
  await runner.claim();
  expect(await waitsOf(owner, task.id)).toMatchObject([
    { content: expect.stringMatching(/^1m 1\ds until the container had time for it\.$/) },
  ]);
});

/** What a container may do next with a task that was decided. */
const next = {
  'redeems the decision': (runner: TestRunner, { id: taskId, epoch }: ClaimedTask, itemId: string, hash: string) =>
    runner.client.call(agentRoutes.release, {
      params: { taskId, itemId },
      body: { epoch, hash, nonce: newNonce() },
    }),
  'asks something else': (runner: TestRunner, task: ClaimedTask) => runner.record(task, request()),
  'ends the task': (runner: TestRunner, { id: taskId, epoch }: ClaimedTask) =>
    runner.client.call(agentRoutes.finish, {
      params: { taskId },
      body: { epoch, status: 'completed', item: { id: newId(), type: 'completion', title: 'The end' } },
    }),
};

test.each(Object.entries(next))('a wait of a decided task for its own container is kept: it %s', async (_, act) => {
  const owner = await stack.newOwner();
  const runner = await stack.newRunner(owner);
  await newTask(owner);
  const task = await runner.claim();
  const item = request();
  const [hash = ''] = await runner.record(task, item);
  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
  await age(task.id, runner.containerId, [75, 90]);
  await containers()
    .doc(runner.containerId)
    .update({ startedAt: inSeconds(-90) });
  await act(runner, task, item.id, hash);
  const lines = (await waitsOf(owner, task.id)).filter(({ title }) => title.startsWith('Waited'));
  expect(lines).toMatchObject([
    {
      title: expect.stringMatching(/^Waited 1m 1\ds for its agent$/),
      content: expect.stringMatching(/^1m 1\ds until its agent went on\.$/),
    },
  ]);
});
