import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestApiOptions } from '../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';
import { useRunners } from '../testing/use-runners.ts';

let api: TestApi;

async function begin(options: TestApiOptions = {}): Promise<StoredTask> {
  api = await startTestApi(options);
  return api.state.addTask({ title: 'Create a.md with "a"', description: 'Create b.md with "b". Then run `ls`.' });
}
afterEach(() => api.close());
const runners = useRunners();
const start = () => runners.start(api.url);

const asked = (task: StoredTask, title: string): Promise<StoredItem> =>
  api.state.until(() => api.state.undecided(task.id).find((item) => item.title === title), `a request "${title}"`);
const ended = (task: StoredTask) =>
  api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');
const saved = (task: StoredTask) => api.state.until(() => task.checkpoint, 'a checkpoint');

/** Approves whatever is asked until the task ends; every step must have been asked for once. */
async function finishApproving(task: StoredTask): Promise<void> {
  for (;;) {
    const found = await api.state.until(
      () => (['completed', 'failed'].includes(task.status) ? 'ended' : api.state.undecided(task.id)[0]),
      'a request or the end',
    );
    if (found === 'ended') break;
    api.state.decide(found.id, true);
  }
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const steps = api.state.itemsOf(task.id).filter((item) => item.needsApproval);
  expect(steps.map((item) => item.title).sort()).toEqual(['Create a.md', 'Create b.md', 'Run ls']);
  expect(steps.map((item) => [item.grant, item.releases])).toEqual(steps.map(() => ['executed', 1]));
  const listing = steps.find((item) => item.title === 'Run ls');
  expect(listing?.toolResponse).toMatchObject({ output: 'a.md\nb.md\n' });
}

describe('a runner that is killed while it waits', () => {
  it('is followed by one that itself answers with the decision made meanwhile', async () => {
    const task = await begin();
    const first = start();
    const request = await asked(task, 'Create a.md');
    api.state.decide(request.id, true);
    const second = await asked(task, 'Create b.md');
    await api.state.until(() => api.state.items.get(request.id)?.grant === 'executed', 'the first step to be saved');
    first.process.kill('SIGKILL');
    await first.exited;
    api.state.decide(second.id, true);
    start();
    await finishApproving(task);
  });

  it('is followed by one that gives the agent the answer to its question, and asks for the step that follows from it', async () => {
    api = await startTestApi();
    const task = api.state.addTask({ title: 'Ask "Which colour?" for colour.txt, and run `wc -c colour.txt`' });
    const first = start();
    const question = await asked(task, 'Which colour?');
    await saved(task);
    first.process.kill('SIGKILL');
    await first.exited;
    api.state.answer(question.id, { answer: 'blue' });
    start();
    const step = await asked(task, 'Create colour.txt');
    expect(step).toMatchObject({ type: 'file_creation', fileContent: 'blue\n' });
    api.state.decide(step.id, true);
    api.state.decide((await asked(task, 'Run wc -c colour.txt')).id, true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const questions = api.state
      .itemsOf(task.id)
      .filter(({ title, needsApproval }) => needsApproval && title === 'Which colour?');
    expect(questions).toMatchObject([{ id: question.id, grant: 'executed', releases: 1 }]);
  });

  it('is followed by one that tells the agent of a rejection', async () => {
    const task = await begin();
    const first = start();
    const request = await asked(task, 'Create a.md');
    await saved(task);
    first.process.kill('SIGKILL');
    await first.exited;
    api.state.decide(request.id, false, 'Not that one');
    start();
    api.state.decide((await asked(task, 'Create b.md')).id, true);
    await api.state.until(() => api.state.items.get(request.id)?.chatResponse, 'the answer to the rejection');
    expect(api.state.items.get(request.id)?.chatResponse).toContain('Not that one');
    api.state.decide((await asked(task, 'Run ls')).id, true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
  });

  it('is followed by one that tells of an approval again where its first agent ends before it has heard of it', async () => {
    api = await startTestApi();
    const task = api.state.addTask({ title: 'relay', agent: 'custom' });
    const first = runners.start(api.url, misbehavingAgentEnv());
    const request = await asked(task, 'ls');
    await saved(task);
    first.process.kill('SIGKILL');
    await first.exited;
    api.state.decide(request.id, true);
    runners.start(api.url, misbehavingAgentEnv());
    await ended(task);
    const said = api.state.itemsOf(task.id).flatMap(({ title, content }) => (title === 'Message' ? [content] : []));
    expect(said, api.state.logs.join('')).toEqual(['told: Approved meanwhile: ls. Do it now, exactly as you asked.']);
  });

  it('is followed by one that asks again if nobody knows what came of a consent', async () => {
    const task = await begin();
    const first = start();
    const request = await asked(task, 'Create a.md');
    await saved(task);
    first.process.kill('SIGKILL');
    await first.exited;
    // As if it had been killed between redeeming the consent and acting on it.
    api.state.decide(request.id, true);
    api.state.release(task, request.id, request.hash ?? '', 'the-nonce-of-the-killed-runner');
    start();
    const again = await api.state.until(
      () => api.state.undecided(task.id).find((item) => item.title === 'Create a.md' && item.id !== request.id),
      'a second request',
    );
    api.state.decide(again.id, true);
    api.state.decide((await asked(task, 'Create b.md')).id, true);
    api.state.decide((await asked(task, 'Run ls')).id, true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(api.state.items.get(request.id)?.releases).toBe(1);
  });
});

describe('an execution that ends by itself', () => {
  it('gives the container back when nothing but a decision is missing', async () => {
    const task = await begin({ freeWaitSeconds: 1 });
    const first = start();
    const request = await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    expect(api.state.exits).toEqual([{ reason: 'waiting', taskId: task.id, epoch: 1 }]);
    expect(task.checkpoint).not.toBeNull();
    api.state.decide(request.id, true);
    start();
    await finishApproving(task);
  });

  it('saves and exits when the container is paused, and goes on later', async () => {
    const task = await begin();
    const first = start();
    api.state.decide((await asked(task, 'Create a.md')).id, true);
    await asked(task, 'Create b.md');
    api.state.directive = 'pause';
    api.state.changed();
    expect(await first.exited).toBe(0);
    expect(api.state.exits).toMatchObject([{ reason: 'paused', taskId: task.id }]);
    api.state.directive = 'run';
    api.state.decide((await asked(task, 'Create b.md')).id, true);
    start();
    await finishApproving(task);
  });

  it.each(['stale_epoch', 'not_admitted'] as const)('writes nothing any more once it is fenced (%s)', async (code) => {
    const task = await begin();
    const first = start();
    const request = await asked(task, 'Create a.md');
    api.state.fenced = code;
    api.state.decide(request.id, true);
    expect(await first.exited).toBe(1);
    expect(api.state.exits).toEqual([]);
    expect(api.state.items.get(request.id)?.grant).toBe('unused');
  });

  it('ends with 143 on SIGTERM, with what it recorded sent and its agent gone', async () => {
    const task = await begin();
    const first = start();
    await asked(task, 'Create a.md');
    first.process.kill('SIGTERM');
    expect(await first.exited).toBe(143);
    expect(api.state.exits).toEqual([]);
    expect(task.status).toBe('awaiting_approval');
  });
});

describe('the network', () => {
  it('may be away for a while: every step is recorded once', async () => {
    const task = await begin();
    start();
    const request = await asked(task, 'Create a.md');
    api.unreachable = true;
    setTimeout(() => (api.unreachable = false), 1_500);
    api.state.decide(request.id, true);
    await finishApproving(task);
  });
});

describe('what the owner says', () => {
  it('is heard by a runner that is started for it, and decides nothing', async () => {
    const task = await begin({ freeWaitSeconds: 1 });
    const first = start();
    const request = await asked(task, 'Create a.md');
    expect(await first.exited).toBe(0);
    api.state.say(task, 'Create c.md with "c"');
    const second = start();
    await api.state.until(() => task.messages.length === 0, 'the message to be heard');
    expect(await second.exited).toBe(0);
    expect(api.state.undecided(task.id).map(({ id }) => id)).toEqual([request.id]);
    expect(api.state.exits).toMatchObject([{ reason: 'waiting' }, { reason: 'waiting' }]);
  });

  it('reaches the agent at its next turn', async () => {
    const task = await begin();
    start();
    await asked(task, 'Create a.md');
    api.state.say(task, 'Create c.md with "c"');
    for (const title of ['Create a.md', 'Create b.md', 'Run ls', 'Create c.md']) {
      api.state.decide((await asked(task, title)).id, true);
    }
    await ended(task);
    expect(task.messages).toEqual([]);
  });

  it('stops the task', async () => {
    const task = await begin();
    start();
    api.state.decide((await asked(task, 'Create a.md')).id, true);
    const item = await asked(task, 'Create b.md');
    api.state.decide(item.id, true);
    api.state.stop(task);
    await ended(task);
    expect(task.status).toBe('failed');
    expect(api.state.itemsOf(task.id).find((step) => step.type === 'completion')?.content).toContain(
      'Stopped by its owner',
    );
  });
});
