import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { WORKSPACE_FOLDER } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestApiOptions } from '../../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { misbehavingAgentEnv } from '../../testing/misbehaving-agent.ts';
import { killRunner as kill, useRunners } from '../../testing/use-runners.ts';

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

async function untilPublish(task: StoredTask): Promise<StoredItem> {
  for (;;) {
    const item = await api.state.until(() => hasEnded(task) || api.state.undecided(task.id)[0], 'a request');
    if (item === true) throw new Error(`The task is ${task.status}:\n${api.state.logs.join('')}`);
    if (item.toolName === 'publish') return item;
    api.state.decide(item.id, true);
  }
}

const hasEnded = (task: StoredTask) => ['completed', 'failed'].includes(task.status);

/** Expects that the task ends and the person is asked nothing more. */
async function expectStopped(task: StoredTask): Promise<void> {
  const look = () => hasEnded(task) || api.state.undecided(task.id).length > 0;
  await api.state.until(look, 'the end of the task or a request');
  expect(api.state.undecided(task.id).map(({ title }) => title)).toEqual([]);
  expectFailed(task);
}

function expectFailed(task: StoredTask): void {
  expect(task.status, api.state.logs.join('')).toBe('failed');
  const completion = api.state.itemsOf(task.id).find((item) => item.type === 'completion');
  expect(completion?.content).toContain('Stopped by its owner');
}

describe('Stop', () => {
  it.each([
    ['while the person is asked about publishing', false],
    ['right after publishing was approved, before the runner has heard of it,', true],
  ])('%s gives the agent no other turn, and publishes nothing', async (_when, isApproved) => {
    const task = await begin();
    start();
    const item = await untilPublish(task);
    if (isApproved) api.state.decide(item.id, true);
    api.state.stop(task);
    await expectStopped(task);
    expect(api.state.items.get(item.id)?.chatResponse, 'the agent was told of it').toBeUndefined();
    expect(() => host.git('acme/app', 'rev-parse', `countersign/${task.id}`)).toThrow();
  });

  it('right after publishing was approved publishes nothing where the reply that redeemed it was lost', async () => {
    const task = await begin();
    start();
    const item = await untilPublish(task);
    api.losesReplyTo = 'release';
    api.state.decide(item.id, true);
    const grant = () => api.state.items.get(item.id)?.grant;
    await api.state.until(() => grant() === 'released', 'the runner to redeem it');
    api.state.stop(task);
    await expectStopped(task);
    expect(() => host.git('acme/app', 'rev-parse', `countersign/${task.id}`)).toThrow();
    expect(grant(), 'so that nobody has to ask what came of it').toBe('not_executed');
  });

  it('after the container was given back gives the agent no other turn', async () => {
    const task = await begin({ freeWaitSeconds: 1 });
    const first = start();
    await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    api.state.stop(task);
    start();
    await expectStopped(task);
  });

  it('holds for the next runner, too, when one is lost before it has ended the task', async () => {
    const task = await begin();
    const first = start();
    api.state.holdsFinish = true;
    await asked(task, 'Create a.md');
    api.state.stop(task);
    await api.state.until(() => api.state.finishesHeld > 0, 'the end to be told');
    await kill(first);
    api.state.holdsFinish = false;
    start();
    await expectStopped(task);
  });

  it('after a message ends the task; the agent gets the message when it is reopened', async () => {
    const task = await begin({ freeWaitSeconds: 1, idleSeconds: 30 });
    const first = start();
    await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    api.state.say(task, 'Create c.md with "c"');
    api.state.stop(task);
    start();
    await expectStopped(task);
    expect(task.messages).toHaveLength(1);
    api.state.reopen(task);
    for (const title of ['Create b.md', 'Run git log --oneline -n 5', 'Create c.md']) {
      api.state.decide((await asked(task, title)).id, true);
    }
  });

  it('of a task that its container has left publishes nothing under what it had redeemed, also when it is reopened', async () => {
    const task = await begin();
    const first = start();
    const item = await untilPublish(task);
    await kill(first);
    api.state.decide(item.id, true);
    api.state.release(task, item.id, item.hash ?? '', 'the-nonce-of-the-former-runner');
    task.status = 'pending';
    api.state.stop(task);
    expect(task.status).toBe('failed');
    api.state.reopen(task);
    start();
    const again = await untilPublish(task);
    expect(again.id, 'asked anew').not.toBe(item.id);
    expect(() => host.git('acme/app', 'rev-parse', `countersign/${task.id}`)).toThrow();
  });

  it('with a message after it passes that message to the agent', async () => {
    const task = await begin({ freeWaitSeconds: 1 });
    const first = start();
    await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    api.state.stop(task);
    api.state.say(task, 'Create c.md with "c"');
    start();
    await asked(task, 'Create b.md');
    await api.state.until(() => task.messages.length === 0, 'the message to be heard');
    expect(task.stoppedAt).toBeNull();
  });

  it.each([false, true])(
    'of the question about publishing, with a message after it, has that asked anew (away: %s)',
    async (isAway) => {
      const task = await begin({ freeWaitSeconds: isAway ? 1 : 600 });
      const first = start();
      const item = await untilPublish(task);
      if (isAway) expect(await first.exited).toBe(0);
      api.state.stop(task);
      api.state.say(task, 'Thank you so far');
      if (isAway) start();
      const again = await untilPublish(task);
      expect(again.id).not.toBe(item.id);
      expect(task.messages, 'which the agent has by then').toEqual([]);
      const former = api.state.items.get(item.id);
      expect(former).toMatchObject({ isApproved: false, grant: 'told' });
      expect(former?.chatResponse, 'the agent was told of it').toBeUndefined();
      api.state.decide(again.id, true);
      await api.state.until(() => hasEnded(task), 'the end of the task');
      expect(task.status, api.state.logs.join('')).toBe('completed');
      expect(host.git('acme/app', 'show', `countersign/${task.id}:b.md`)).toBe('b');
    },
  );

  it('ends the start of an agent that takes long, at once', async () => {
    api = await startTestApi();
    const task = api.state.addTask({ title: 'say', agent: 'custom' });
    runners.start(api.url, { ...misbehavingAgentEnv(undefined, 'mute'), LONG_WAIT_SECONDS: '1' });
    const isStarting = () => task.notices.some((notice) => notice?.kind === 'agent');
    await api.state.until(isStarting, 'the start to take long');
    api.state.stop(task);
    // Less than a start may take.
    await api.state.until(() => hasEnded(task), 'the end of the task', 40_000);
    expectFailed(task);
  });

  it('ends a task in which git waits for a named pipe that the agent has made', async () => {
    const task = await begin();
    const { folder } = runners.start(api.url, { ...host.env, GIT_LIMIT_SECONDS: '1' });
    const item = await asked(task, 'Create a.md');
    execFileSync('mkfifo', [join(folder, 'countersign', task.id, WORKSPACE_FOLDER, '.gitignore')]);
    api.state.decide(item.id, true);
    api.state.stop(task);
    await api.state.until(() => hasEnded(task), 'the end of the task');
    expectFailed(task);
    const unsaved = api.state.itemsOf(task.id).find(({ title }) => title === 'The work could not be saved');
    expect(unsaved?.content).toContain('git ls-files took longer than 1 s and was ended. It may wait for');
  });

  it('pressed again stops the turn that followed the first', async () => {
    const task = await begin();
    start();
    await asked(task, 'Create a.md');
    api.state.stop(task);
    api.state.say(task, 'Create c.md with "c"');
    await asked(task, 'Create b.md');
    await api.state.until(() => task.stoppedAt === null && task.messages.length === 0, 'the message to be heard');
    // It is running something, and so not parked: this rejects nothing.
    task.stoppedAt = new Date().toISOString();
    api.state.changed();
    await api.state.until(() => hasEnded(task), 'the end of the task');
    expectFailed(task);
  });
});
