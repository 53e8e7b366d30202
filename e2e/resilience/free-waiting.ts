import { routes } from '@countersign/contract';
import { expect } from 'vitest';
import { filesOf, processesOf } from '../support/runner-processes.ts';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { until } from '../support/until.ts';
import { approve, executionsOf, newTask, untilAsked, untilContainer } from './watch.ts';
import { withContainer } from './with-container.ts';

/** After 2 s with nothing to wait for but a decision, nothing runs any more; the decision starts it again. */
export function waitForFree(): Promise<void> {
  // The patience of this tag of the local image.
  return withContainer('Free waiting', 'impatient', async (scene) => {
    const { user, container } = scene;
    const task = await newTask(scene, 'Create one.md with "1"', 'Then run `wc one.md`.');
    const files = await until('its runner', async () => filesOf(container.id));
    const asked = await untilAsked(scene, 'Create one.md');
    const paused = await untilContainer(scene, 'paused', ({ completedAt }, live) => live === 'paused' && !!completedAt);
    expect(paused.message).toBe('Waiting for your decision');
    await untilContainer(scene, 'paused with its exit code', ({ exitCode }) => exitCode === 0);
    expect(processesOf(container.id), 'processes while it waits').toEqual([]);
    const executions = await executionsOf(scene);
    expect(executions.map(({ completionTime }) => typeof completionTime)).toEqual(['string']);
    expect((await user.api.call(routes.getTask, { params: { id: task.id } })).status).toBe('awaiting_approval');

    await approve(scene, asked);
    // Agents look for a conversation by the path of the files that it was about.
    expect(await until('its next runner', async () => filesOf(container.id)), 'where its files are').toBe(files);
    expect((await approveUntilEnded(user, task.id)).status).toBe('completed');
    expect((await executionsOf(scene)).length, 'executions').toBeGreaterThan(1);
  });
}
