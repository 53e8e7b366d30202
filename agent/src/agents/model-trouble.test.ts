import { describe, expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { agentsFor, isPlayed, placeOf, type AskingAgent } from '../testing/real-agents.ts';
import { isLong } from '../../../dev/testing/sample.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n' };
const titles = (taskId: string) => harness.api.state.itemsOf(taskId).map(({ title }) => title);

/** What is refused for good, and what is said of it. */
const lasting = [
  { status: 401, message: 'This key is not valid', title: 'The model refuses the key', check: 'Check MODEL_API_KEY' },
  {
    ...{ status: 404, message: 'The model `scripted` does not exist' },
    ...{ title: 'The model is not known at its address', check: 'Check MODEL_NAME' },
  },
  {
    ...{ status: 429, message: 'You exceeded your current quota, please check your plan: insufficient_quota' },
    ...{ title: 'The quota of the model is used up', check: 'Raise it there' },
  },
];

describe.each(agentsFor(2))('%s', { timeout: 180_000 }, (agent) => {
  it.each(lasting)(
    'that its model refuses with $status ($title) says so on the task and in its history, and does not count as done',
    async ({ status, message, title, check }) => {
      const task = await harness.begin({ agent, files, ...placeOf(agent) });
      harness.model.refusal = { status, message };
      await harness.ended(task);
      expect(task.status, harness.api.state.logs.join('')).toBe('failed');
      expect(task.notices[0]).toMatchObject({ kind: 'model', text: expect.stringContaining(check) });
      const [line, end] = harness.api.state.itemsOf(task.id).filter((item) => !/^(Message|Thoughts)$/.test(item.title));
      expect(line).toMatchObject({ title, content: expect.stringContaining(message.slice(0, 20)) });
      expect(end).toMatchObject({ type: 'completion', content: expect.stringContaining('can be reopened') });
    },
  );

  it('whose model cannot be reached says so, with the address to check', async () => {
    const task = await harness.begin({ agent, files, ...placeOf(agent) });
    harness.model.close();
    const told = 'The model cannot be reached';
    const { state } = harness.api;
    // Some agents give up at once, and others try for as long as they are let.
    const isTold = () => titles(task.id).includes(told) || task.status === 'failed';
    await state.until(isTold, 'the word that there is no model', 90_000);
    const words = state.itemsOf(task.id).map(({ content }) => content ?? '');
    expect(words.join('\n'), state.logs.join('')).toMatch(/The model cannot be reached.*Check MODEL_BASE_URL/);
  });
});

/** These try again by themselves. */
const patient: AskingAgent[] = [
  'scripted',
  ...(isPlayed(3) ? (['opencode'] as const) : []),
  ...(isLong ? (['gemini', 'claude'] as const) : []),
];

it.each(patient)(
  '%s waits for a model that gets too many requests, says so, and goes on when it answers',
  { timeout: 180_000 },
  async (agent) => {
    const task = await harness.begin({ agent, files, ...placeOf(agent) });
    harness.model.refusal = { status: 429, message: 'Slow down' };
    const notice = await harness.api.state.until(() => task.notices[0], 'the word that the model is busy', 90_000);
    expect(notice).toMatchObject({ kind: 'model', text: expect.stringContaining('too many requests') });
    await harness.api.state.until(
      () => titles(task.id).includes('The model gets too many requests'),
      'the line in the history',
    );
    harness.model.refusal = null;
    await harness.ended(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(task.notices.at(-1)).toBeNull();
  },
);

it.each(patient)(
  '%s that is stopped while its model gives no answers was stopped by its owner, and not ended by that',
  { timeout: 180_000 },
  async (agent) => {
    const task = await harness.begin({ agent, files, ...placeOf(agent) });
    harness.model.refusal = { status: 429, message: 'Slow down' };
    const { state } = harness.api;
    await state.until(() => task.notices[0], 'the word that the model is busy', 90_000);
    state.stop(task);
    await harness.ended(task);
    const completion = state.itemsOf(task.id).find(({ type }) => type === 'completion');
    expect(completion?.content, state.logs.join('')).toContain('Stopped by its owner');
  },
);

/** It gives its turn up at once. */
const impatient: AskingAgent[] = isLong ? ['codex'] : [];

it.each(impatient)(
  '%s gives up where its model gets too many requests: the task fails in these words and can be reopened',
  { timeout: 180_000 },
  async (agent) => {
    const task = await harness.begin({ agent, files, ...placeOf(agent) });
    harness.model.refusal = { status: 429, message: 'Slow down' };
    await harness.ended(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('failed');
    const end = harness.api.state.itemsOf(task.id).findLast(({ type }) => type === 'completion');
    expect(end?.content).toMatch(/The model gets too many requests\..*Slow down.*can be reopened/s);
  },
);

/** The watchdog is the same for all of them; what each keeps silent about is not. */
const silent: AskingAgent[] = ['scripted', ...(isLong ? (['opencode', 'gemini', 'claude', 'codex'] as const) : [])];

it.each(silent)(
  '%s that waits in silence for its model is told of, and goes on when that answers',
  { timeout: 180_000 },
  async (agent) => {
    let answer = () => {};
    const after = new Promise<void>((resolve) => (answer = resolve));
    const { env = {}, ...place } = placeOf(agent) as { env?: Record<string, string>; agent?: string; node?: string };
    const script = [{ say: 'All is done.', after }];
    const task = await harness.begin({ agent, files, script, ...place, env: { ...env, SILENT_SECONDS: '1' } });
    const { state } = harness.api;
    const waits = () => titles(task.id).includes('Waiting for the model');
    await state.until(waits, 'the word that it waits for its model', 90_000);
    expect(task.status).toBe('running');
    expect(
      state.itemsOf(task.id).some(({ content }) => content?.includes('waiting for its model’s complete answer')),
    ).toBe(true);
    answer();
    await harness.ended(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(harness.said(task)).toContain('All is done.');
  },
);
