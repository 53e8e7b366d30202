import { describe, expect, it } from 'vitest';
import { agentActs } from '../../testing/agent-acts.ts';
import type { StoredTask } from '../../testing/agent-state.ts';
import { useHarness } from '../../testing/harness.ts';
import type { Act } from '../../testing/model-answers.ts';
import { broughtAlongFor, placeOf } from '../../testing/real-agents.ts';
import { scriptedAgent } from '../../testing/scripted-agent.ts';
import { tokensOf } from '../../testing/told-usage.ts';
import { killRunner } from '../../testing/use-runners.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n' };
/** Each reply of the scripted model uses a little more. */
const budget = 1_000;
const title = 'Go on with another 1,000 tokens?';

const used = () => harness.model.usage.inputTokens + harness.model.usage.outputTokens;
const asked = (task: StoredTask) => harness.api.state.itemsOf(task.id).filter(({ toolKind }) => toolKind === 'budget');

/** What the agent's steps report as used. */
const ofSteps = (task: StoredTask) =>
  harness.api.state.itemsOf(task.id).reduce((sum, { usage = [] }) => sum + tokensOf(usage), 0);

async function expectCompleted(task: StoredTask): Promise<void> {
  await harness.ended(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
}

describe.each(broughtAlongFor(4))('a budget of 1,000 tokens with %s', { timeout: 180_000 }, (agent) => {
  const act = agentActs[agent];

  it('stops it within one reply; each approval lets it use as much once more', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, budget, ...placeOf(agent) });
    const { state } = harness.api;
    script.push(act.write(harness.checkoutOf(task), 'a.md', 'a\n'), { say: 'All is done.' });
    const cards: string[] = [];
    for (;;) {
      await state.until(() => state.undecided(task.id).length > 0 || task.status === 'completed', 'a request', 90_000);
      const [item] = state.undecided(task.id);
      if (item === undefined) break;
      cards.push(item.toolKind ?? '');
      if (item.toolKind === 'budget') {
        const parameters = { toolParameters: { amount: budget, unit: 'tokens' }, enforcement: 'enforced' };
        expect(item).toMatchObject({ type: 'approval_request', title, ...parameters });
        expect(used(), 'by one reply too much at most').toBeGreaterThanOrEqual(budget + task.granted);
        expect(harness.model.requests).toHaveLength(asked(task).length);
      }
      state.decide(item.id, true);
    }
    await harness.runner.exited;
    expect(cards.slice(0, 2), state.logs.join('')).toContain('budget');
    expect(task.granted).toBe(budget * asked(task).length);
    expect(asked(task).map(({ grant, releases }) => [grant, releases])).toEqual(asked(task).map(() => ['executed', 1]));
    expect(harness.published(task, 'a.md')).toBe('a');
    expect(state.told.ofTask(task.id)).toBe(used());
    expect(ofSteps(task), 'all of it led to a step').toBe(used());
  });
});

describe('a budget', { timeout: 180_000 }, () => {
  const act = agentActs.scripted;
  const look: Act = { tool: 'look', args: {} };

  it('that is not raised ends the task; reopened it asks again before the model is asked', async () => {
    const script: Act[] = [look];
    const task = await harness.begin({ files, script, budget, ...scriptedAgent() });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, false, 'Too expensive');
    await harness.ended(task);
    expect(task.status).toBe('failed');
    const [end] = state.itemsOf(task.id).filter(({ type }) => type === 'completion');
    expect(end?.content).toContain('using more was rejected');
    expect(asked(task)).toMatchObject([{ grant: 'told' }]);
    const before = harness.model.requests.length;
    state.reopen(task);
    const again = await harness.next(task);
    expect(again).toMatchObject({ title, isApproved: null });
    expect(harness.model.requests).toHaveLength(before);
    state.decide(again.id, true);
    await harness.approveAll(task);
    await expectCompleted(task);
  });

  it('that is used up when the agent answers is not asked for to remind it of what still runs', async () => {
    const script: Act[] = [{ tool: 'start', args: { command: 'sleep 300' } }, { say: 'All is done.' }];
    const task = await harness.begin({ files, script, budget: 2 * budget, ...scriptedAgent() });
    const cards = await harness.approveAll(task);
    await expectCompleted(task);
    expect(used()).toBeGreaterThan(2 * budget);
    expect(cards.map(({ title: one }) => one)).toEqual(['sleep 300']);
    expect(harness.model.requests).toHaveLength(2);
  });

  it.each([false, true])(
    'that Stop has rejected is asked for anew if its owner has written (away: %s)',
    async (isAway) => {
      const script: Act[] = [look];
      const task = await harness.begin({ files, script, budget, ...scriptedAgent() });
      const { state } = harness.api;
      const card = await harness.next(task);
      if (isAway) await killRunner(harness.runner);
      state.stop(task);
      state.say(task, 'Go on all the same');
      if (isAway) await harness.restart();
      const again = await harness.next(task);
      expect([again.title, again.id === card.id]).toEqual([title, false]);
      await expect.poll(() => asked(task)[0]?.grant).toBe('told');
      await harness.approveAll(task);
      await expectCompleted(task);
    },
  );

  it('that was raised while nobody ran is raised once, and nothing is counted twice after a kill', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ files, script, budget, ...scriptedAgent() });
    const { state } = harness.api;
    script.push(act.write(harness.checkoutOf(task), 'a.md', 'a\n'), { say: 'All is done.' });
    await state.until(() => asked(task).length > 0 || state.undecided(task.id).length > 0, 'a request', 90_000);
    const [write] = state.undecided(task.id);
    if (write?.toolKind !== 'budget') state.decide(write?.id ?? '', true);
    const card = await state.until(() => asked(task)[0], 'the card', 90_000);
    expect(state.told.ofTask(task.id), 'told before the next request').toBe(used());
    const restarting = harness.restart();
    state.decide(card.id, true);
    await restarting;
    await harness.approveAll(task);
    await expectCompleted(task);
    await harness.runner.exited;
    expect(asked(task).map(({ releases }) => releases)).toEqual(asked(task).map(() => 1));
    expect(task.granted).toBe(budget * asked(task).length);
    expect(state.told.ofTask(task.id)).toBe(used());
    expect(state.told.sum).toEqual(harness.model.usage);
  });
});
