import type { ModelUsage } from '@countersign/contract/agent';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../../testing/agent-acts.ts';
import type { StoredTask } from '../../testing/agent-state.ts';
import { useHarness } from '../../testing/harness.ts';
import { isLong } from '../../../../dev/testing/sample.ts';
import type { Act } from '../../testing/model-answers.ts';
import { placeOf } from '../../testing/real-agents.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n' };
/** The report comes at once: heartbeats come every 15 seconds, which is later than this. */
const AT_ONCE_MS = 12_000;

const sumOf = ({ inputTokens, outputTokens }: ModelUsage) => inputTokens + outputTokens;

/** Calls with the agent's tools: some agents also ask for a title of their own accord. */
const turnsAsked = () =>
  harness.model.requests.filter((body) => (JSON.parse(body) as { tools?: unknown[] }).tools?.length);

async function expectCompleted(task: StoredTask): Promise<void> {
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
}

/** `agents/real-agents.test.ts` counts the tokens of both of them, too. */
const agents = isLong ? (['scripted', 'gemini'] as const) : (['scripted'] as const);

describe.each(agents)("a scripted model's tokens, with %s", { timeout: 180_000 }, (agent) => {
  const act = agentActs[agent];

  it('are counted over restarts, when the runner is killed before it says so itself', async () => {
    const script: Act[] = [];
    let answer = () => {};
    const after = new Promise<void>((resolve) => (answer = resolve));
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    script.push(act.write(harness.checkoutOf(task), 'a.md', 'a\n'), { ...act.run('ls'), after });
    harness.api.state.decide((await harness.next(task)).id, true);
    // The agent has gone on from the first answer, so the server knows what that used.
    await harness.api.state.until(() => turnsAsked().length === 2, 'the second turn');
    const { told } = harness.api.state;
    await expect.poll(() => told.sum, { timeout: AT_ONCE_MS }).toEqual(harness.model.usage);
    script.push(act.run('ls'), { say: 'All is done.' });
    await harness.restart();
    // Answered before the model knows that the killed runner is gone, this call would count as one that was used.
    await expect.poll(() => harness.model.held).toBe(0);
    answer();
    await expectCompleted(task);
    await harness.runner.exited;
    expect(told.executions.map((usage) => sumOf(usage) > 0)).toEqual([true, true]);
    expect(told.sum).toEqual(harness.model.usage);
  });

  it('stop at the cap: the next request is not made, the container is paused, and nothing is lost', async () => {
    const look: Act = agent === 'gemini' ? { tool: 'glob', args: { pattern: '*.md' } } : { tool: 'look', args: {} };
    const script: Act[] = [look];
    const { told } = harness.api.state;
    // A little less than one turn takes.
    told.cap = 1_000;
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    script.push({ say: 'All is done.' });
    expect(await harness.runner.exited).toBe(0);
    const { state } = harness.api;
    expect(state.exits, state.logs.join('')).toMatchObject([{ reason: 'paused', taskId: task.id }]);
    expect(told.sum).toEqual(harness.model.usage);
    expect(sumOf(told.sum)).toBeGreaterThanOrEqual(told.cap);
    expect(harness.model.requests).toHaveLength(1);
    expect(turnsAsked()).toHaveLength(1);
    Object.assign(told, { cap: null });
    state.directive = 'run';
    await harness.restart();
    await expectCompleted(task);
    await harness.runner.exited;
    expect(told.sum).toEqual(harness.model.usage);
  });
});
