import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf } from '../testing/real-agents.ts';
import { isLong } from '../../../dev/testing/sample.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n' };
const act = agentActs.claude;

/** The names of the tools that the model was last offered. */
const offered = () => {
  const { tools = [] } = JSON.parse(harness.model.requests.at(-1) ?? '') as { tools?: { name: string }[] };
  return tools.map(({ name }) => name);
};

describe.runIf(isLong)('Claude', { timeout: 180_000 }, () => {
  it('asks for each step of its sub-agents, which use its own model and the files themselves', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent: 'claude', files, script, ...placeOf('claude') });
    const { state } = harness.api;
    const root = harness.checkoutOf(task);
    const help = { description: 'Help', prompt: 'Write sub.md', subagent_type: 'general-purpose' };
    script.push(
      { tool: 'Agent', args: { ...help, isolation: 'worktree' } },
      { tool: 'Agent', args: { ...help, model: 'haiku' } },
      act.write(root, 'sub.md', 'Sub.\n'),
      act.run('echo told'),
      { say: 'The helper has finished.' },
      { say: 'All is done.' },
    );
    const [write, run, publish] = await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    const helper = state.itemsOf(task.id).find(({ toolName, toolResponse }) => {
      return toolName === 'Agent' && JSON.stringify(toolResponse).includes('helper has finished');
    });
    const inside = { parentId: helper?.id };
    expect(write).toMatchObject({ type: 'file_creation', fileContent: 'Sub.\n', ...inside });
    expect(run).toMatchObject({ toolKind: 'execute', title: 'echo told', ...inside });
    expect(JSON.stringify(state.items.get(run?.id ?? '')?.toolResponse), 'its output').toContain('told');
    expect(publish?.toolParameters).toMatchObject({ attribution: { files: 1, outside: { files: 0 } } });
    expect(harness.published(task, 'sub.md')).toBe('Sub.');
    const { requests } = harness.model;
    expect(requests.join(''), 'why there is no copy').toContain('There are no copies of the files here');
    expect(new Set(requests.map((body) => (JSON.parse(body) as { model: string }).model))).toEqual(
      new Set(['scripted']),
    );
  });

  it('is told why a step of its sub-agent was rejected, and goes on', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent: 'claude', files, script, ...placeOf('claude') });
    const help = { description: 'Help', prompt: 'Write sub.md', subagent_type: 'general-purpose' };
    const answer = { say: 'I will leave it.' };
    script.push({ tool: 'Agent', args: help }, act.write(harness.checkoutOf(task), 'sub.md', 'Sub.\n'), answer, answer);
    const write = await harness.next(task);
    harness.api.state.decide(write.id, false, 'See the wiki');
    expect(await harness.approveAll(task)).toEqual([]);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(harness.model.requests.join('')).toContain('See the wiki');
    expect(harness.api.state.items.get(write.id)?.chatResponse).toContain('I will leave it.');
  });

  it('cannot leave its files for a copy of them, nor set itself something to do after its turn', async () => {
    const later = { cron: '* * * * *', prompt: 'Write later.md', recurring: true };
    const script: Act[] = [
      { tool: 'ToolSearch', args: { query: 'select:EnterWorktree,CronCreate,Monitor', max_results: 3 } },
      { tool: 'EnterWorktree', args: { name: 'copy' } },
      { tool: 'CronCreate', args: later },
    ];
    const task = await harness.begin({ agent: 'claude', files, script, ...placeOf('claude') });
    script.push(act.write(harness.checkoutOf(task), 'notes.md', 'A note.\n'), { say: 'All is done.' });
    const publish = (await harness.approveAll(task)).at(-1);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(publish?.content).not.toContain('.claude');
    expect(publish?.toolParameters).toMatchObject({ attribution: { files: 1, outside: { files: 0 } } });
    expect(harness.published(task, 'notes.md')).toBe('A note.');
    expect(offered()).toContain('Bash');
    for (const none of ['CronCreate', 'EnterPlanMode', 'EnterWorktree', 'Monitor', 'ScheduleWakeup', 'Workflow'])
      expect(offered()).not.toContain(none);
  });

  it('keeps a list of what it has to do, which the history shows', async () => {
    const script: Act[] = [
      { tool: 'ToolSearch', args: { query: 'select:TaskCreate,TaskUpdate', max_results: 2 } },
      { tool: 'TaskCreate', args: { subject: 'Look around', description: 'Look at the files' } },
      { tool: 'TaskUpdate', args: { taskId: '1', status: 'completed' } },
      { say: 'All is done.' },
    ];
    const task = await harness.begin({ agent: 'claude', files, script, ...placeOf('claude') });
    expect(await harness.approveAll(task)).toEqual([]);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    const plan = harness.api.state.itemsOf(task.id).find(({ title }) => title === 'Plan');
    expect(plan).toMatchObject({ type: 'planning', content: '- [x] Look around' });
  });

  it('asks its owner in a form, whose answer reaches its model and allows nothing', async () => {
    const options = ['Red', 'Blue'].map((label) => ({ label, description: `It is ${label}` }));
    const questions = [{ question: 'Which colour?', header: 'Colour', options, multiSelect: false }];
    const script: Act[] = [{ tool: 'AskUserQuestion', args: { questions } }];
    const task = await harness.begin({ agent: 'claude', files, script, ...placeOf('claude') });
    script.push(act.write(harness.checkoutOf(task), 'colour.md', 'Blue.\n'), { say: 'All is done.' });
    const { state } = harness.api;
    const form = await harness.next(task);
    expect(form).toMatchObject({ type: 'approval_request', toolKind: 'elicitation', title: 'Which colour?' });
    const { fields } = form.toolParameters as { fields: { name: string; options?: { value: string }[] }[] };
    expect(fields[0]?.options?.map(({ value }) => value)).toEqual(['Red', 'Blue']);
    state.answer(form.id, { [fields[0]?.name ?? '']: 'Blue' });
    const write = await harness.next(task);
    expect(write, 'asked all the same').toMatchObject({ type: 'file_creation', isApproved: null });
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(harness.model.requests.at(-1)).toContain(String.raw`Which colour?\"=\"Blue`);
  });
});
