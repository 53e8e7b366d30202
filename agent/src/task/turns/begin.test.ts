import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { sampled } from '../../../../dev/testing/sample.ts';
import { misbehavingAgentEnv } from '../../testing/misbehaving-agent.ts';
import { killRunner as kill, useRunners } from '../../testing/use-runners.ts';

let host: TestGitHost;
let api: TestApi;

beforeAll(async () => {
  host = await startGitHost();
  host.create('acme/app', { 'README.md': '# App\n' });
});
beforeEach(async () => {
  api = await startTestApi();
  api.state.tokens.set('repo', host.token);
});
afterEach(() => api.close());
afterAll(() => host.stop());
const runners = useRunners();
const start = () => runners.start(api.url, host.env);

function addTask(): StoredTask {
  const cloneUrl = 'https://github.com/acme/app.git';
  return api.state.addTask({
    title: 'Create a.md with "a"',
    repositories: [{ id: 'repo', owner: 'acme', name: 'app', cloneUrl, isPrivate: false, hasToken: true }],
  });
}

const hasEnded = ({ status }: StoredTask) => status === 'completed' || status === 'failed';
const words = (task: StoredTask) => api.state.itemsOf(task.id).filter(({ title }) => title === 'Message').length;

async function approveUntilPublish(task: StoredTask): Promise<StoredItem> {
  for (;;) {
    const item = await api.state.until(() => api.state.undecided(task.id)[0], 'a request');
    if (item.toolName === 'publish') return item;
    api.state.decide(item.id, true);
  }
}

/** Expects that the task ends and the person is asked nothing more. */
async function expectCompleted(task: StoredTask): Promise<void> {
  await api.state.until(() => hasEnded(task) || api.state.undecided(task.id).length > 0, 'the end or a request');
  expect(api.state.undecided(task.id).map(({ title }) => title)).toEqual([]);
  expect(task.status, api.state.logs.join('')).toBe('completed');
}

describe('a task that its owner reopens', () => {
  it('gives the agent a new turn, and one turn only', async () => {
    const task = addTask();
    const first = start();
    api.state.decide((await approveUntilPublish(task)).id, true);
    await expectCompleted(task);
    const before = words(task);
    await first.exited;
    api.state.reopen(task);
    start();
    await expectCompleted(task);
    expect(words(task)).toBe(before + 1);
  });

  it.each(sampled(['Stopped', 'Not this week'], 1))('asks again for what was not published (%s)', async (reason) => {
    const task = addTask();
    const first = start();
    const item = await approveUntilPublish(task);
    if (reason === 'Stopped') api.state.stop(task);
    else api.state.decide(item.id, false, reason);
    await api.state.until(() => hasEnded(task), 'the end');
    // Otherwise it would take the task up at the same moment as the next one.
    await first.exited;
    api.state.reopen(task);
    start();
    const again = await approveUntilPublish(task);
    // All but the note on whether this machine was slow at that moment.
    const { attribution, ...others } = item.toolParameters as { attribution: object };
    expect(again.toolParameters).toEqual({ ...others, attribution: { ...attribution, notes: expect.any(Array) } });
    api.state.decide(again.id, true);
    await expectCompleted(task);
    expect(host.git('acme/app', 'show', `countersign/${task.id}:a.md`)).toBe('a');
  });

  it('differs from one whose runner was lost before it could report the end', async () => {
    const task = addTask();
    const first = start();
    api.state.holdsFinish = true;
    api.state.decide((await approveUntilPublish(task)).id, true);
    await api.state.until(() => api.state.finishesHeld > 0, 'the end to be told');
    await kill(first);
    const before = words(task);
    api.state.holdsFinish = false;
    start();
    await expectCompleted(task);
    expect(words(task)).toBe(before);
  });
});

describe('publishing that was rejected while no agent ran', () => {
  it.each(sampled(['taken out and not told', 'not taken out'], 1))(
    'is told and not asked for again (%s)',
    async (how) => {
      const task = addTask();
      const first = start();
      const item = await approveUntilPublish(task);
      await kill(first);
      api.state.decide(item.id, false, 'Not this week');
      if (how !== 'not taken out') api.state.release(task, item.id, item.hash ?? '', 'the-nonce-of-the-killed-runner');
      start();
      await expectCompleted(task);
      expect(api.state.items.get(item.id)).toMatchObject({ grant: 'told', releases: 1 });
      expect(api.state.items.get(item.id)?.chatResponse).toContain('Not this week');
      expect(task.finish).toMatchObject({ commit: null });
    },
  );
});

describe('publishing that goes on without an agent', () => {
  it('starts one for a rejection, which learns all about the task if it does not know it', async () => {
    const repositories = ['told', 'untold'].map((name) => {
      host.create(`acme/${name}`, { 'README.md': '# Read me\n' });
      api.state.tokens.set(name, host.token);
      const cloneUrl = `https://github.com/acme/${name}.git`;
      return { id: name, owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true };
    });
    const setupCommand = 'echo a > a.md; echo b > ../untold/b.md';
    api.state.setups.add(setupCommand);
    const none = { baseBranch: null, folder: null, instructions: null, isSetupApproved: true, hasVariables: false };
    const settings = { ...none, setupCommand };
    const task = api.state.addTask({ title: 'quote', agent: 'custom', repositories, settings });
    const startCustom = () => runners.start(api.url, { ...host.env, ...misbehavingAgentEnv() });
    const first = startCustom();
    const { id } = await approveUntilPublish(task);
    await api.state.until(() => task.checkpoint, 'a checkpoint');
    await kill(first);
    api.state.decide(id, true);
    startCustom();
    api.state.decide((await approveUntilPublish(task)).id, false, 'Not this week');
    await api.state.until(() => hasEnded(task), 'the end');
    const told = api.state.itemsOf(task.id).map(({ content }) => content ?? '');
    const last = told.find((text) => text.includes('Not this week'));
    expect(last).toContain(`<task id="${task.id}">`);
    expect(last).toContain('Somebody worked on this task before you, and the results are in the files.');
    expect(last).toContain('the setup command of this project has made its own again.');
  });
});

describe('a rejection that its owner takes back while the next runner claims the task', () => {
  const asks = () => api.state.logs.join('').split('asks: Create a.md').length - 1;

  /** The task of a runner that was killed, and its question, which was rejected by mistake. */
  async function rejectByMistake() {
    const task = addTask();
    const first = start();
    const item = await api.state.until(() => api.state.undecided(task.id)[0], 'a request');
    await kill(first);
    api.state.decide(item.id, false, 'A slip of the thumb');
    return { task, item, before: asks() };
  }

  async function expectDone(task: StoredTask): Promise<void> {
    api.state.decide((await approveUntilPublish(task)).id, true);
    await expectCompleted(task);
    expect(api.state.itemsOf(task.id).filter(({ chatResponse }) => chatResponse?.includes('A slip'))).toEqual([]);
    expect(host.git('acme/app', 'show', `countersign/${task.id}:a.md`)).toBe('a');
  }

  it('is not passed to the agent: the question stands, and is answered by the next decision', async () => {
    const { task, item, before } = await rejectByMistake();
    api.state.undoneAfterClaim.push({ id: item.id });
    start();
    await api.state.until(() => asks() > before, 'the same question');
    api.state.decide(item.id, true);
    await expectDone(task);
    const asked = api.state.itemsOf(task.id).filter(({ title }) => title === item.title);
    expect(asked).toMatchObject([{ id: item.id, grant: 'executed', releases: 1 }]);
  });

  it('and turns into an approval is not passed on either: the agent asks again', async () => {
    const { task, item } = await rejectByMistake();
    api.state.undoneAfterClaim.push({ id: item.id, isApproved: true });
    start();
    await expectDone(task);
    const asked = api.state.itemsOf(task.id).filter(({ title }) => title === item.title);
    expect(asked).toMatchObject([{ grant: 'released' }, { grant: 'executed', releases: 1 }]);
  });
});
