import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf, wholeWayAgents, type AskingAgent } from '../testing/real-agents.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n' };
const agents: AskingAgent[] = ['scripted', ...wholeWayAgents];
/** These ask their model again by themselves. */
const patient: readonly AskingAgent[] = ['claude', 'codex'];
const CUT_OFF = 'Your last reply was cut off';

describe.each(agents)('%s', { timeout: 180_000 }, (agent) => {
  const act = agentActs[agent];

  it('goes on where a reply was cut off: its work is complete only after one that was not', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    const root = harness.checkoutOf(task);
    script.push(
      { say: 'I will write', cut: true },
      act.write(root, 'notes.md', 'A note.\n'),
      { say: 'Now the other', cut: true },
      act.write(root, 'more.md', 'More.\n'),
      { say: 'All is done.' },
    );
    await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'notes.md')).toBe('A note.');
    expect(harness.published(task, 'more.md')).toBe('More.');
    const prompts = harness.model.requests.at(-1)?.split(CUT_OFF).length ?? 0;
    if (!patient.includes(agent)) expect(prompts - 1, 'told twice').toBe(2);
  });

  it('knows its task after an empty reply, even where it has taken back its prompt', async () => {
    const script: Act[] = [];
    const title = 'Count the lines';
    const task = await harness.begin({ agent, title, files, script, ...placeOf(agent) });
    // Gemini tries by itself before it gives up.
    const empty: Act = { say: '' };
    script.push(...Array.from({ length: agent === 'gemini' ? 4 : 1 }, () => empty));
    script.push(act.write(harness.checkoutOf(task), 'notes.md', 'A note.\n'), { say: 'All is done.' });
    await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'notes.md')).toBe('A note.');
    expect(harness.model.requests.at(-1)).toContain(title);
  });
});
