import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf } from '../testing/real-agents.ts';
import { isLong } from '../../../dev/testing/sample.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n' };

/** Starts a command outside of its sandbox and looks at it for a second. */
function starting(cmd: string, more: object = {}): Act {
  const { tool, args } = agentActs.codex.run(cmd);
  return { tool, args: { ...args, yield_time_ms: 1_000, ...more } };
}

/** Types into the command that runs; nothing: only looks at it. */
const typing = (chars: string, yield_time_ms: number): Act => ({
  tool: 'write_stdin',
  get args() {
    const [, id] = /Process running with session ID (\d+)/.exec(harness.model.requests.at(-1) ?? '') ?? [];
    return { session_id: Number(id), chars, yield_time_ms };
  },
});

describe.runIf(isLong)('Codex', { timeout: 180_000 }, () => {
  it('that answers while its command runs is told so: the task is complete only after that has ended', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent: 'codex', files, script, ...placeOf('codex') });
    const { state } = harness.api;
    script.push(
      starting(`sleep 6; echo late > '${harness.checkoutOf(task)}/late.txt'`),
      { say: 'All is done.' },
      typing('', 20_000),
      { say: 'Now all is done.' },
    );
    const [run, publish] = await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(harness.model.requests.join('')).toContain('has not ended');
    expect(state.items.get(run?.id ?? '')?.grant).toBe('executed');
    expect(harness.published(task, 'late.txt')).toBe('late');
    // It came after the answer, when nothing was expected of the step any more.
    expect(publish?.toolParameters).toMatchObject({ attribution: { outside: { files: 1, listed: ['late.txt'] } } });
  });

  it('asks before it types into a command that runs, in the words that it types', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent: 'codex', files, script, ...placeOf('codex') });
    const typed = `echo typed > '${harness.checkoutOf(task)}/typed.txt'\n`;
    script.push(starting('bash', { tty: true }), typing(typed, 2_000), typing('exit\n', 2_000), {
      say: 'All is done.',
    });
    const asked = await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    const shown = asked.map(({ toolKind, toolParameters }) => [toolKind, JSON.stringify(toolParameters)]);
    expect(shown.slice(0, 3)).toEqual([
      ['execute', expect.stringContaining('"command":"bash"')],
      ['execute', expect.stringContaining('echo typed >')],
      ['execute', expect.stringContaining('exit')],
    ]);
    expect(harness.published(task, 'typed.txt')).toBe('typed');
  });

  it('is refused a patch outside of the workspace, in words; a command that would write there is asked about', async () => {
    const script: Act[] = [];
    const place = { modelName: 'gpt-5.5', ...placeOf('codex') };
    const task = await harness.begin({ agent: 'codex', files, script, ...place });
    const { state } = harness.api;
    const outside = join(harness.runner.folder, 'scratch.txt');
    const patch = `*** Begin Patch\n*** Add File: ${outside}\n+A note.\n*** End Patch`;
    const without = { say: 'I will do without it.' };
    const write = agentActs.codex.write(harness.runner.folder, 'scratch.txt', 'A note.');
    script.push({ tool: 'apply_patch', args: { patch } }, write, without, without);
    // What a command does is not known beforehand: its words are asked about.
    const command = await harness.next(task);
    expect(JSON.stringify(command.toolParameters)).toContain(outside);
    state.decide(command.id, false, 'Not there');
    expect(await harness.approveAll(task)).toEqual([]);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(existsSync(outside)).toBe(false);
    const told = harness.model.requests.join('');
    for (const words of ['leads out of the workspace', 'Not there']) expect(told).toContain(words);
  });

  it('has neither sub-agents nor goals, which work on after its turn, and asks its owner nothing in forms', async () => {
    const options = ['Red', 'Blue'].map((label) => ({ label, description: `It is ${label}` }));
    const questions = [{ id: 'colour', header: 'Colour', question: 'Which colour?', options }];
    const script: Act[] = [
      { tool: 'spawn_agent', namespace: 'multi_agent_v1', args: { message: 'Write sub.md' } },
      { tool: 'create_goal', args: { objective: 'Write sub.md' } },
      { tool: 'request_user_input', args: { questions } },
      { say: 'I will do without.' },
    ];
    const task = await harness.begin({ agent: 'codex', files, script, ...placeOf('codex') });
    expect(await harness.approveAll(task)).toEqual([]);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    const [first = ''] = harness.model.requests;
    expect(first).toContain('"name":"exec_command"');
    for (const none of ['multi_agent', 'spawn_agent', 'create_goal']) expect(first).not.toContain(none);
    // It does so in its plan mode only, in which it changes nothing.
    const answers = harness.model.requests.join('');
    expect(answers).toContain('request_user_input is unavailable');
    expect(answers.match(/unsupported call/g)?.length).toBeGreaterThanOrEqual(2);
    expect(harness.said(task)).toContain('I will do without.');
  });

  it('reports what a command has written; of a longer one its vendor leaves out what came first', async () => {
    const script: Act[] = [
      agentActs.codex.run('echo at once'),
      agentActs.codex.run('echo first; sleep 1; echo then'),
      { say: 'All is done.' },
    ];
    const task = await harness.begin({ agent: 'codex', files, script, ...placeOf('codex') });
    const asked = await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    const told = asked.map(({ id }) => JSON.stringify(harness.api.state.items.get(id)?.toolResponse));
    expect(told).toEqual([expect.stringContaining('at once'), expect.stringContaining('then')]);
    expect(harness.model.requests.join(''), 'its model has all of it').toContain(String.raw`first\nthen`);
  });
});
