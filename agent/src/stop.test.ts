import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestApiOptions } from './testing/agent-api.ts';
import type { StoredItem, StoredTask } from './testing/agent-state.ts';
import { startGitHost, type TestGitHost } from './testing/git-host.ts';
import { useRunners } from './testing/use-runners.ts';

let host: TestGitHost;
let api: TestApi;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'README.md': '# App\n' });
});
afterEach(() => api.close());
afterAll(() => host.stop());
const runners = useRunners();
const start = () => runners.start(api.url, host.env);

async function begin(options: TestApiOptions = {}): Promise<StoredTask> {
  api = await startTestApi(options);
  api.state.tokens.set('repo', host.token);
  const cloneUrl = 'https://github.com/acme/app.git';
  return api.state.addTask({
    title: 'Create a.md with "a"',
    description: 'Create b.md with "b".',
    repositories: [{ id: 'repo', owner: 'acme', name: 'app', cloneUrl, isPrivate: false, hasToken: true }],
  });
}

const asked = (task: StoredTask, title: string): Promise<StoredItem> =>
  api.state.until(() => api.state.undecided(task.id).find((item) => item.title === title), `a request "${title}"`);

/** As the server does it: with Stop, everything that is asked at this moment is rejected. */
function stop(task: StoredTask): void {
  task.stop = true;
  for (const item of api.state.undecided(task.id)) api.state.decide(item.id, false, 'Stopped');
  api.state.changed();
}

function say(task: StoredTask, text: string): void {
  task.messages.push({ id: `message-${task.messages.length}`, text, createdAt: new Date().toISOString() });
}

/** The task ends, and the person is asked nothing any more. */
async function expectStopped(task: StoredTask): Promise<void> {
  const look = () => ['completed', 'failed'].includes(task.status) || api.state.undecided(task.id).length > 0;
  await api.state.until(look, 'the end of the task or a request');
  expect(api.state.undecided(task.id).map(({ title }) => title)).toEqual([]);
  expect(task.status, api.state.logs.join('')).toBe('failed');
  const completion = api.state.itemsOf(task.id).find((item) => item.type === 'completion');
  expect(completion?.content).toContain('Stopped by its owner');
}

describe('Stop', () => {
  it('while the person is asked about publishing gives the agent no other turn', async () => {
    const task = await begin();
    start();
    const next = () => api.state.until(() => api.state.undecided(task.id)[0], 'a request');
    let item = await next();
    for (; item.toolName !== 'publish'; item = await next()) api.state.decide(item.id, true);
    stop(task);
    await expectStopped(task);
    expect(api.state.items.get(item.id)?.chatResponse, 'the agent was told of it').toBeUndefined();
  });

  it('after the container was given back gives the agent no other turn', async () => {
    const task = await begin({ freeWaitSeconds: 1 });
    const first = start();
    await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    stop(task);
    start();
    await expectStopped(task);
  });

  it('with a message has the agent hear that message first', async () => {
    const task = await begin({ freeWaitSeconds: 1 });
    const first = start();
    await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    say(task, 'Create c.md with "c"');
    stop(task);
    start();
    await asked(task, 'Create b.md');
    expect(task).toMatchObject({ stop: false, messages: [] });
  });

  it('pressed again stops the turn that followed the first', async () => {
    const task = await begin();
    start();
    await asked(task, 'Create a.md');
    say(task, 'Create c.md with "c"');
    stop(task);
    await asked(task, 'Create b.md');
    await api.state.until(() => !task.stop && task.messages.length === 0, 'the message to be heard');
    // Not parked, as while it runs something: nothing is rejected with it.
    task.stop = true;
    api.state.changed();
    await api.state.until(() => !task.stop, 'the end of the turn');
  });
});
