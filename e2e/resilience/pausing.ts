import { routes } from '@countersign/contract';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { processesOf, runnerOf, signal } from '../support/runner-processes.ts';
import { itemsOf } from '../support/task-items.ts';
import { until } from '../support/until.ts';
import { executionsOf, newTask, untilAsked, untilContainer } from './watch.ts';
import { withContainer, type Scene } from './with-container.ts';

const isPaused = (_container: unknown, live: string) => live === 'paused';
const isRunning = (_container: unknown, live: string) => live === 'running';

/** Pause ends an idle container, Resume starts it again, Delete leaves nothing of it. */
export function pauseResumeDelete(): Promise<void> {
  return withContainer('Paused and deleted', 'latest', async (scene) => {
    const { user, container } = scene;
    await untilIdle(scene);
    await pause(scene);
    await untilContainer(scene, 'paused', isPaused);
    await until('its processes to be gone', async () => processesOf(container.id).length === 0);

    await user.api.call(routes.resumeContainer, { params: { id: container.id } });
    const first = await newTask(scene, 'Look around', 'Run `ls`.');
    expect((await approveUntilEnded(user, first.id)).status).toBe('completed');

    const second = await newTask(scene, 'Create one.md with "1"', 'Then run `ls`.');
    await untilAsked(scene, 'Create one.md');
    await until('a saved state', async () => existsSync(statesOf(second.id)));
    await user.api.call(routes.deleteContainer, { params: { id: container.id } });
    await untilContainer(scene, 'deleted', (_container, live) => live === 'deleted');
    expect(processesOf(container.id), 'processes').toEqual([]);
    // What is left of earlier starts goes after that, or, if the request had no time for it, with the next sweep.
    await until('its executions to be gone', async () => (await executionsOf(scene)).length === 0);
    await until('its saved states to be gone', async () => !existsSync(statesOf(second.id)));
    await expectFailed(scene, second.id);
  });
}

/** A runner that does not answer is ended when its time is up, and the container says so. */
export function pauseByForce(): Promise<void> {
  return withContainer('Paused by force', 'latest', async (scene) => {
    await untilIdle(scene);
    signal(runnerOf(scene.container.id), 'SIGSTOP');
    await pause(scene);
    const status = async () =>
      (await scene.user.api.call(routes.getContainerLiveStatus, { params: { id: scene.container.id } })).status;
    expect(await status(), 'until it has ended').toBe('running');
    const paused = await untilContainer(scene, 'paused', isPaused);
    expect(paused.message).toMatch(/^Paused\. It did not end by itself within \d+ seconds, so it was ended$/);
    expect(processesOf(scene.container.id), 'processes').toEqual([]);
  });
}

/** Its runner has done the exchange and waits for work. */
async function untilIdle(scene: Scene): Promise<void> {
  await untilContainer(scene, 'running', isRunning);
  await until('the runner', async () => runnerOf(scene.container.id) !== undefined);
}

function pause({ user, container }: Scene): Promise<unknown> {
  return user.api.call(routes.pauseContainer, { params: { id: container.id } });
}

/** The folder of a task in the local object store. */
function statesOf(taskId: string): string {
  return join(process.env.COUNTERSIGN_FOLDER ?? '', 'objects/tasks', taskId);
}

async function expectFailed({ user }: Scene, taskId: string): Promise<void> {
  expect((await user.api.call(routes.getTask, { params: { id: taskId } })).status).toBe('failed');
  const items = await itemsOf(user, taskId);
  expect(items.find(({ type }) => type === 'completion')).toMatchObject({
    title: 'Container deleted',
    content: expect.stringMatching(
      // An upload counts as saved only once the server has noted it.
      /^The container was deleted .* (What it had saved was deleted with it|Nothing of its work was saved): reopen the task to begin again\.$/,
    ),
  });
  expect(items.find(({ needsApproval }) => needsApproval)).toMatchObject({
    isApproved: false,
    rejectionReason: 'Container deleted',
  });
}
