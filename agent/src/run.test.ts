import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './testing/agent-api.ts';
import type { StoredItem, StoredTask } from './testing/agent-state.ts';
import { removeTestFolders, startRunner, type StartedRunner } from './testing/start-runner.ts';

let api: TestApi;
let runner: StartedRunner | null = null;

beforeEach(async () => {
  api = await startTestApi();
});
afterEach(async () => {
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  await api.close();
});
afterAll(() => removeTestFolders());

const asked = (task: StoredTask, title: string): Promise<StoredItem> =>
  api.state.until(() => api.state.undecided(task.id).find((item) => item.title === title), `a request "${title}"`);
const ended = (task: StoredTask) =>
  api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');

describe('a task without a repository', () => {
  it('is done step by step, each approved, in an empty workspace', async () => {
    const task = api.state.addTask({ title: 'Create notes/plan.md with "Hello"', description: 'Then run `ls notes`.' });
    runner = startRunner(api.url);
    const write = await asked(task, 'Create notes/plan.md');
    expect(write).toMatchObject({
      type: 'file_creation',
      filePath: 'notes/plan.md',
      fileContent: 'Hello\n',
      enforcement: 'honoured',
    });
    api.state.decide(write.id, true);
    const command = await asked(task, 'Run ls notes');
    expect(command).toMatchObject({ type: 'tool_call', toolKind: 'execute', toolParameters: { command: 'ls notes' } });
    api.state.decide(command.id, true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(api.state.items.get(command.id)).toMatchObject({
      grant: 'executed',
      toolResponse: { exitCode: 0, output: 'plan.md\n' },
    });
    const types = api.state.itemsOf(task.id).map((item) => `${item.type}: ${item.title}`);
    expect(types).toContain('planning: Plan');
    expect(types).toContain('completion: Task completed');
    expect(await runner.exited).toBe(0);
    expect(api.state.exits).toMatchObject([{ reason: 'idle' }]);
  });

  it('tells the agent why a step was rejected, records its answer there and goes on', async () => {
    const task = api.state.addTask({ title: 'Create a.md and run `ls`', description: null });
    runner = startRunner(api.url);
    const write = await asked(task, 'Create a.md');
    api.state.decide(write.id, false, 'Call it docs/b.md');
    const other = await asked(task, 'Create docs/b.md');
    await api.state.until(() => api.state.items.get(write.id)?.chatResponse, 'an answer to the rejection');
    expect(api.state.items.get(write.id)?.chatResponse).toBe(
      'Understood: “Call it docs/b.md”. I will write docs/b.md instead of a.md.',
    );
    api.state.decide(other.id, true);
    api.state.decide((await asked(task, 'Run ls')).id, false, 'Not needed');
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const plan = api.state.itemsOf(task.id).find(({ title }) => title === 'Plan')?.content;
    expect(plan, 'what was left out is not ticked').toMatch(/^- \[ \] Run ls \(left out\)$/m);
    expect(plan).toMatch(/^- \[x\] Create docs\/b\.md$/m);
    expect(api.state.undecided(task.id)).toEqual([]);
  });
});
