import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../../testing/agent-state.ts';
import { misbehavingAgentEnv } from '../../testing/misbehaving-agent.ts';
import { killRunner as kill, useRunners } from '../../testing/use-runners.ts';

let api: TestApi;

beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());
const runners = useRunners();

const asked = (task: StoredTask, title: string): Promise<StoredItem> =>
  api.state.until(() => api.state.undecided(task.id).find((item) => item.title === title), `a request "${title}"`);

it('a message that the agent got, but that was not saved, is given to the next runner', async () => {
  const task = api.state.addTask({ title: 'Create a.md with "a"' });
  api.state.say(task, 'Create c.md with "c"');
  api.holdsObjects = true;
  const first = runners.start(api.url);
  await asked(task, 'Create a.md');
  expect(task.messages, 'what of it is saved?').toHaveLength(1);
  await kill(first);
  api.holdsObjects = false;
  runners.start(api.url);
  for (const title of ['Create a.md', 'Run ls', 'Create c.md']) {
    api.state.decide((await asked(task, title)).id, true);
  }
  await api.state.until(() => task.status === 'completed', 'the end of the task');
  expect(task.messages).toEqual([]);
});

it('a message that comes while the end of the task is reported is worked on', async () => {
  const task = api.state.addTask({ title: 'Create a.md with "a"' });
  api.state.holdsFinish = true;
  runners.start(api.url);
  for (const title of ['Create a.md', 'Run ls']) api.state.decide((await asked(task, title)).id, true);
  await api.state.until(() => api.state.finishesHeld > 0, 'the end to be told');
  api.state.say(task, 'Create c.md with "c"');
  api.state.holdsFinish = false;
  api.state.changed();
  api.state.decide((await asked(task, 'Create c.md')).id, true);
  await api.state.until(() => task.status === 'completed', 'the end of the task');
  expect(task.messages).toEqual([]);
});

it('a rejection that the agent was told, but that was not saved, is told by the next runner', async () => {
  const task = api.state.addTask({ title: 'Create a.md with "a"' });
  const first = runners.start(api.url);
  const item = await asked(task, 'Create a.md');
  await api.state.until(() => task.checkpoint, 'a checkpoint');
  api.holdsObjects = true;
  api.state.decide(item.id, false, 'Not that');
  await api.state.until(() => api.state.items.get(item.id)?.chatResponse, 'the answer');
  expect(api.state.items.get(item.id)?.grant, 'what of it is saved?').toBe('released');
  await kill(first);
  // Its agent may have asked for the next step before it was killed; a task with open questions is not claimed.
  for (const next of api.state.undecided(task.id)) api.state.decide(next.id, true);
  api.holdsObjects = false;
  runners.start(api.url);
  await api.state.until(() => api.state.items.get(item.id)?.grant === 'told', 'the agent to be told');
});

it('a message is given again to the agent that follows one that did not get it', async () => {
  const task = api.state.addTask({ title: 'insist; deaf', agent: 'custom' });
  api.state.say(task, 'Be quick');
  runners.start(api.url, misbehavingAgentEnv());
  const look = () => task.status === 'completed' || api.state.undecided(task.id).length > 0;
  await api.state.until(look, 'the end of the task or a request');
  expect(api.state.undecided(task.id)).toEqual([]);
  expect(api.state.itemsOf(task.id).map(({ content }) => content)).toContain('I heard: Be quick');
  expect(task.messages).toEqual([]);
});

it('an agent is told of earlier work where that was saved, and of none where nothing was', async () => {
  const task = api.state.addTask({ title: 'quote', agent: 'custom' });
  const told = () => api.state.itemsOf(task.id).map(({ content }) => content ?? '');
  const untilTold = (words: string) => api.state.until(() => told().some((text) => text.includes(words)), words);
  api.holdsObjects = true;
  const first = runners.start(api.url, misbehavingAgentEnv());
  await untilTold('<task id=');
  await kill(first);
  api.holdsObjects = false;
  const second = runners.start(api.url, misbehavingAgentEnv());
  await untilTold('nothing was kept of what they had not published.');
  await api.state.until(() => task.status === 'completed', 'the end of the task');
  await second.exited;
  expect(told().join('')).not.toContain('the results are in the files');
  api.state.reopen(task);
  runners.start(api.url, misbehavingAgentEnv());
  await untilTold('the results are in the files');
});
