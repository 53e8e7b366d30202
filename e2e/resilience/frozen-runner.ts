import { routes } from '@countersign/contract';
import { expect } from 'vitest';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { runnerOf, runnersOf, signal } from '../support/runner-processes.ts';
import { itemsOf } from '../support/task-items.ts';
import { until } from '../support/until.ts';
import { approve, executionsOf, newTask, outputOf, untilAsked, untilCompleted } from './watch.ts';
import { withContainer, type Scene } from './with-container.ts';

const CREATE = 'Create one.md';
const FOLLOW = 'Run tail -f one.md'; // it lasts until the agent gives up on it after 20 s

/** Frozen in the middle of a step past its lease: another execution goes on; the one that wakes up changes nothing. */
export function freezeAtWork(): Promise<void> {
  return withContainer('Frozen at work', 'latest', async (scene) => {
    const task = await newTask(scene, 'Create one.md with "1"', 'Then run `tail -f one.md`.');
    await approve(scene, await untilAsked(scene, CREATE));
    const follow = await untilAsked(scene, FOLLOW);
    // Told when it is saved, which the next question does not wait for: what is not saved is asked about once more.
    await untilGranted(scene, task.id, CREATE, 'executed');
    await approve(scene, follow);
    await untilGranted(scene, task.id, FOLLOW, 'released');
    const frozen = freeze(scene);
    await untilReplaced(scene, frozen);
    const again = await untilAsked(scene, FOLLOW); // nobody knows what came of the first one

    const before = await everythingOf(scene, task.id);
    await wake(scene, frozen);
    expect(await everythingOf(scene, task.id), 'what is recorded before and after it woke up').toEqual(before);

    const body = { reason: 'It is followed already' };
    await scene.user.api.call(routes.rejectTaskItem, { params: { id: again.id }, body, ifMatch: again.hash });
    await untilCompleted(scene, task.id);
    expect(await grantsOf(scene, task.id)).toEqual({ [CREATE]: ['executed'], [FOLLOW]: ['released', 'told'] });
  });
}

/** Frozen while it waits, and decided meanwhile: another execution carries out the decision, once. */
export function freezeWhileItWaits(): Promise<void> {
  return withContainer('Frozen while it waits', 'latest', async (scene) => {
    const task = await newTask(scene, 'Create one.md with "1"', 'Then run `wc one.md`.');
    const asked = await untilAsked(scene, CREATE);
    const frozen = freeze(scene);
    await approve(scene, asked);
    await untilReplaced(scene, frozen);
    await untilAsked(scene, 'Run wc one.md');
    const before = await everythingOf(scene, task.id);
    await wake(scene, frozen);
    expect(await everythingOf(scene, task.id), 'what is recorded before and after it woke up').toEqual(before);
    expect((await approveUntilEnded(scene.user, task.id)).status).toBe('completed');
    expect(await grantsOf(scene, task.id)).toEqual({ [CREATE]: ['executed'], 'Run wc one.md': ['executed'] });
  });
}

function freeze({ container }: Scene): number {
  const runner = runnerOf(container.id);
  if (runner === undefined || !signal(runner, 'SIGSTOP')) throw new Error('Expected a runner to freeze');
  return runner;
}

async function untilReplaced({ container }: Scene, frozen: number): Promise<void> {
  const others = () => runnersOf(container.id).filter((pid) => pid !== frozen);
  await until('another execution', async () => others().length > 0, { timeoutMs: 60_000 });
}

/** Lets it continue, and waits until it has noticed. */
async function wake(scene: Scene, frozen: number): Promise<void> {
  expect(signal(frozen, 'SIGCONT'), 'it lives until it wakes up').toBe(true);
  const lives = () => runnersOf(scene.container.id).includes(frozen);
  await until('the execution that woke up to end', async () => !lives(), { timeoutMs: 20_000 });
  const [former] = await executionsOf(scene, 1);
  expect(former && outputOf(former)).toContain('the execution ends: fenced');
}

/** Items and log; the log's last lines may still be on their way, so it waits for those of the living execution. */
async function everythingOf({ user, container }: Scene, taskId: string): Promise<unknown> {
  const read = async () => {
    const { logs } = await user.api.call(routes.getContainerLogs, { params: { id: container.id } });
    return { items: await itemsOf(user, taskId), logs };
  };
  let last = '';
  let sameFor = 0;
  return until(
    'the record to be at rest',
    async () => {
      const now = await read();
      sameFor = JSON.stringify(now) === last ? sameFor + 1 : 0;
      last = JSON.stringify(now);
      return sameFor >= 3 && now;
    },
    { everyMs: 1_000 },
  );
}

async function untilGranted({ user }: Scene, taskId: string, title: string, grant: string): Promise<void> {
  await until(`"${title}" to be ${grant}`, async () => {
    return (await itemsOf(user, taskId)).some((item) => item.title === title && item.grant === grant);
  });
}

async function grantsOf({ user }: Scene, taskId: string): Promise<Record<string, (string | null)[]>> {
  const grants: Record<string, (string | null)[]> = {};
  for (const { title, grant, needsApproval } of await itemsOf(user, taskId)) {
    if (needsApproval) (grants[title] ??= []).push(grant);
  }
  return grants;
}
