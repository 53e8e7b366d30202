import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import type { Act } from '../testing/model-answers.ts';
import { agentsFor, isPlayed, placeOf, wholeWayAgents, type AskingAgent } from '../testing/real-agents.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n\nHello world\n', 'AGENTS.md': 'Write in British English.\n' };

describe('a real agent', { timeout: 180_000 }, () => {
  it.each(wholeWayAgents)('%s asks for edits and commands; what is approved is published', async (agent) => {
    const act = agentActs[agent];
    // Codex writes and edits through shell commands.
    const isShellOnly = agent === 'codex';
    const own = agent === 'opencode' ? asksBeforeReading : null;
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, env: own?.env ?? {}, ...placeOf(agent) });
    const { api, host, model } = harness;
    const root = harness.checkoutOf(task);
    script.push(
      ...(own?.acts(root) ?? []),
      act.write(root, 'notes.md', 'A note.\n'),
      act.edit(root, 'README.md', 'Hello world', 'Hello there'),
    );
    script.push(act.run(`echo ran > '${root}/ran.txt'; sleep 1; echo told`), { say: 'All is done.' });
    const looked = (await own?.approve(task)) ?? [];
    const write = await harness.next(task);
    const shown = (path: string) => relative(harness.workspaceOf(task), join(root, path));
    const command = { type: 'tool_call', toolKind: 'execute' };
    const file = { type: 'file_creation', filePath: shown('notes.md'), fileContent: 'A note.\n' };
    expect(write).toMatchObject(isShellOnly ? command : file);
    api.state.decide(write.id, true);
    const edit = await harness.next(task);
    const change = { type: 'tool_call', toolParameters: { path: shown('README.md') } };
    expect(edit).toMatchObject(isShellOnly ? command : change);
    api.state.decide(edit.id, true);
    const run = await harness.next(task);
    expect(run.toolKind).toBe('execute');
    expect(JSON.stringify(run.toolParameters)).toContain('echo ran >');
    api.state.decide(run.id, true);
    const publish = await harness.next(task);
    expect(publish.toolName, api.state.logs.join('')).toBe('publish');
    expect(existsSync(join(harness.workspaceOf(task), '../home/.npm')), 'packages downloaded by itself').toBe(false);
    api.state.decide(publish.id, true);
    await harness.ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'README.md')).toContain('Hello there');
    expect(harness.published(task, 'ran.txt')).toBe('ran');
    expect(await host.pulls(harness.repository)).toContainEqual(
      expect.objectContaining({ head: expect.objectContaining({ ref: `countersign/${task.id}` }) }),
    );
    for (const item of [...looked, write, edit, run]) expect(api.state.items.get(item.id)?.grant).toBe('executed');
    expect(JSON.stringify(api.state.items.get(run.id)?.toolResponse), 'its output').toContain('told');
    expect(JSON.stringify([write, edit, run].map(({ title, content }) => [title, content]))).not.toContain(root);
    expect(model.requests.join(''), 'what the repository tells agents').toContain('Write in British English.');
    expect(model.requests.join('')).not.toContain(model.key);
    await harness.runner.exited;
    expect(api.state.told.sum).toEqual(model.usage);
    expect(api.state.exits).toMatchObject([{ reason: 'idle', usage: model.usage }]);
  });

  it.each(agentsFor(0))('%s is told why a step was rejected, and goes on', async (agent) => {
    const act = agentActs[agent];
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    const { api, model } = harness;
    // Some agents ask the model once more before they learn that their turn was cancelled.
    const answer = { say: 'I will run something instead.' };
    script.push(act.write(harness.checkoutOf(task), 'notes.md', 'A note.\n'), answer, answer);
    const write = await harness.next(task);
    api.state.decide(write.id, false, 'No notes, thank you: see the wiki');
    await harness.ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(model.requests.join('')).toContain('No notes, thank you: see the wiki');
    expect(api.state.items.get(write.id)?.chatResponse).toContain('I will run something instead.');
  });

  it.each(agentsFor(2))(
    '%s that its model refuses says so on the task and in its history, and does not count as done',
    async (agent) => {
      const task = await harness.begin({ agent, files, ...placeOf(agent) });
      harness.model.refusal = { status: 401, message: 'This key is not valid' };
      await harness.ended(task);
      expect(task.status, harness.api.state.logs.join('')).toBe('failed');
      expect(task.notices[0]).toMatchObject({ kind: 'model', text: expect.stringContaining('Check MODEL_API_KEY') });
      const [line, end] = harness.api.state.itemsOf(task.id).filter(({ title }) => !/^(Message|Thoughts)$/.test(title));
      expect(line).toMatchObject({ title: 'The model refuses the key', content: expect.stringContaining('not valid') });
      expect(end).toMatchObject({ type: 'completion', content: expect.stringContaining('can be reopened') });
    },
  );

  // Codex writes through commands, whose effects are not known beforehand.
  const declaring = agentsFor(3).filter((agent) => agent !== 'codex');

  it.each(declaring)('%s is refused a write outside of the workspace, in words, and goes on', async (agent) => {
    const act = agentActs[agent];
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    const { api, model } = harness;
    const outside = join(harness.runner.folder, 'scratch.txt');
    const answer = { say: 'I will do without it.' };
    script.push(act.write(harness.runner.folder, 'scratch.txt', 'A note.\n'), answer, answer);
    const asked = await harness.approveAll(task);
    expect(asked.map(({ title }) => title)).toEqual([]);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(existsSync(outside)).toBe(false);
    // Gemini refuses this by itself.
    const sentence = agent === 'gemini' ? 'resolves outside the allowed workspace' : 'leads out of the workspace';
    expect(model.requests.join('')).toContain(sentence);
    const said = api.state.itemsOf(task.id).map(({ toolResponse }) => JSON.stringify(toolResponse ?? ''));
    expect(said.join('')).toContain(sentence);
  });

  // Of the agents brought along, only opencode tries again.
  const patient: AskingAgent[] = ['scripted', ...(isPlayed(4) ? (['opencode'] as const) : [])];

  it.each(patient)(
    '%s waits for a model that gets too many requests, says so, and goes on when it answers',
    async (agent) => {
      const task = await harness.begin({ agent, files, ...placeOf(agent) });
      harness.model.refusal = { status: 429, message: 'Slow down' };
      const notice = await harness.api.state.until(() => task.notices[0], 'the word that the model is busy', 90_000);
      expect(notice).toMatchObject({ kind: 'model', text: expect.stringContaining('too many requests') });
      const titles = () => harness.api.state.itemsOf(task.id).map(({ title }) => title);
      await harness.api.state.until(
        () => titles().includes('The model gets too many requests'),
        'the line in the history',
      );
      harness.model.refusal = null;
      await harness.ended(task);
      expect(task.status, harness.api.state.logs.join('')).toBe('completed');
      expect(task.notices.at(-1)).toBeNull();
    },
  );
});

/**
 * Peculiar to opencode: it asks before it reads where that is set, asks once for a command that looks outside, and has
 * no sub-agents, whose questions would reach nobody.
 */
const asksBeforeReading = {
  env: { ASK_BEFORE_READING: 'on' },
  acts: (root: string): Act[] => [
    { tool: 'read', args: { filePath: join(root, 'README.md') } },
    agentActs.opencode.run(`cat '${join(harness.runner.folder, 'nothing.txt')}'`),
    { tool: 'task', args: { description: 'Help', prompt: 'Write sub.md', subagent_type: 'general' } },
  ],
  async approve(task: StoredTask): Promise<StoredItem[]> {
    const asked: StoredItem[] = [];
    for (let count = 0; count < 2; count += 1) {
      const item = await harness.next(task);
      harness.api.state.decide(item.id, true);
      asked.push(item);
    }
    expect(asked).toMatchObject([
      { type: 'tool_call', toolKind: 'read', toolName: expect.anything() },
      { type: 'tool_call', toolKind: 'execute', toolName: expect.anything() },
    ]);
    expect(JSON.stringify(asked[0]?.toolParameters)).toContain('README.md');
    await harness.next(task);
    expect(harness.model.requests.join(''), 'what it has read').toContain('Hello world');
    expect(harness.model.requests.join('')).not.toContain('"name":"task"');
    return asked;
  },
};
