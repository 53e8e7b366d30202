import { afterAll, afterEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../../testing/agent-state.ts';
import { misbehavingAgentEnv } from '../../testing/misbehaving-agent.ts';
import { removeTestFolders, startRunner, type StartedRunner } from '../../testing/start-runner.ts';

let api: TestApi;
let runner: StartedRunner;

afterEach(async () => {
  runner.process.kill('SIGKILL');
  await runner.exited;
  await api.close();
});
afterAll(() => removeTestFolders());

/** Approves each step of an agent that answers its prompt while that runs, and awaits the end of the task. */
async function play(
  act: string,
  questions = 1,
): Promise<{ task: StoredTask; grant: StoredItem['grant'] | undefined; said: string[] }> {
  api = await startTestApi();
  const task = api.state.addTask({ title: act, agent: 'custom' });
  runner = startRunner(api.url, misbehavingAgentEnv());
  let item: StoredItem | undefined;
  for (let asked = 0; asked < questions; asked += 1) {
    item = await api.state.until(() => api.state.undecided(task.id)[0], 'the question');
    api.state.decide(item.id, true);
  }
  await api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const said = api.state.itemsOf(task.id).flatMap(({ title, content }) => (title === 'Message' ? [content ?? ''] : []));
  return { task, grant: api.state.items.get(item?.id ?? '')?.grant, said };
}

it('an agent that answers while an approved step runs is told so: the task is complete only after that has ended', async () => {
  expect(await play('leaves')).toMatchObject({ grant: 'executed' });
});

it('it is told once: of a step whose end nobody tells, it is not known whether it was carried out', async () => {
  expect(await play('forgets')).toMatchObject({ grant: 'released', said: ['Done.', 'Done.'] });
});

it('it is not told twice in a row: an agent that asks anew in each turn comes to an end', async () => {
  expect(await play('repeats', 2)).toMatchObject({ grant: 'released', said: ['Done.', 'Done.'] });
});
