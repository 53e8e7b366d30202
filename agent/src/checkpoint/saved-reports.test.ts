import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { removeTestFolders, startRunner, type StartedRunner } from '../testing/start-runner.ts';

let api: TestApi;
let task: StoredTask;
let runner: StartedRunner;

beforeEach(async () => {
  api = await startTestApi();
  task = api.state.addTask({ title: 'Create a.md with "a"', description: 'Create b.md with "b". Then run `ls`.' });
  runner = startRunner(api.url);
  const first = await asked('Create a.md');
  await api.state.until(() => task.checkpoint, 'a checkpoint');
  api.holdsObjects = true;
  api.state.decide(first.id, true);
  await asked('Create b.md');
});
afterEach(async () => {
  runner.process.kill('SIGKILL');
  await runner.exited;
  await api.close();
});
afterAll(() => removeTestFolders());

it('a consent counts as used when what it allowed is saved, and the next question does not wait for that', async () => {
  expect(grantsOf('Create a.md')).toEqual(['released']);
  api.holdsObjects = false;
  await api.state.until(() => grantsOf('Create a.md')[0] === 'executed', 'the result to be told');
});

it('a step whose result was lost with its container is asked for again, and counts as done once', async () => {
  runner.process.kill('SIGKILL');
  await runner.exited;
  api.holdsObjects = false;
  // The question that was asked last is decided; the decision is kept until the agent gets there again.
  api.state.decide((await asked('Create b.md')).id, true);
  runner = startRunner(api.url);
  api.state.decide((await asked('Create a.md')).id, true);
  api.state.decide((await asked('Run ls')).id, true);
  await api.state.until(() => task.status === 'completed', 'the end of the task');
  expect(grantsOf('Create a.md')).toEqual(['released', 'executed']);
  expect(grantsOf('Create b.md')).toEqual(['executed']);
});

function asked(title: string): Promise<StoredItem> {
  return api.state.until(
    () => api.state.undecided(task.id).find((item) => item.title === title),
    `a request "${title}"`,
  );
}

function grantsOf(title: string): unknown[] {
  return api.state
    .itemsOf(task.id)
    .filter((item) => item.title === title)
    .map(({ grant }) => grant);
}
