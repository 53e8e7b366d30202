import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import { isLong } from '../../../dev/testing/sample.ts';
import type { StoredItem } from '../testing/agent-state.ts';
import type { Act } from '../testing/model-answers.ts';
import { ownActs } from '../testing/own-acts.ts';
import { agentsFor, isPlayed, placeOf, wholeWayAgents, type AskingAgent } from '../testing/real-agents.ts';

const harness = useHarness();
/** What stands around the changed line is indented, as in most code: opencode cuts that from what it shows. */
const block = (line: string) => ['# App', '', 'a', 'b', 'c', 'd', line, 'e', 'f', 'g', 'h'].join('\n    ').concat('\n');
const files = {
  'README.md': block('Hello world'),
  'AGENTS.md': 'Write in British English.\n',
  'examples/a.md': 'An example.\n',
};

describe('a real agent', { timeout: 180_000 }, () => {
  it.each(wholeWayAgents)('%s asks for edits and commands; what is approved is published', async (agent) => {
    const act = agentActs[agent];
    // Codex writes and edits through shell commands.
    const isShellOnly = agent === 'codex';
    const own = ownActs[agent];
    const script: Act[] = [];
    const env = { ASK_BEFORE_READING: 'on' };
    const task = await harness.begin({ agent, files, script, env, ...placeOf(agent) });
    const { api, host, model } = harness;
    const root = harness.checkoutOf(task);
    const shown = (path: string) => relative(harness.workspaceOf(task), join(root, path));
    const outside = join(harness.runner.folder, 'scratch.txt');
    const changes = [
      act.write(root, 'notes.md', 'A note.\n'),
      act.edit(root, 'README.md', 'Hello world', 'Hello there'),
    ];
    script.push(...(own?.acts(root, outside) ?? []), ...(isShellOnly ? changes : [{ tools: changes }]));
    script.push(act.run(`echo ran > '${root}/ran.txt'; sleep 1; echo told`));
    // Some agents ask the model once more before they learn of the refusal, and leave without its answer.
    const tooFar =
      own === undefined ? [] : [act.write(harness.runner.folder, 'scratch.txt', 'A note.\n'), without, without];
    script.push(...tooFar, { say: 'All is done.' });
    const looked: StoredItem[] = [];
    for (const kind of own?.asks ?? []) {
      const item = await harness.next(task);
      expect(item, api.state.logs.join('')).toMatchObject({ type: 'tool_call', toolKind: kind });
      api.state.decide(item.id, true);
      looked.push(item);
    }
    if (own !== undefined) expect(JSON.stringify(looked[0]?.toolParameters)).toContain('README.md');
    if (own?.runsIn !== undefined)
      expect(looked.at(-1)?.toolParameters).toEqual({ command: 'sleep 0', dir_path: shown(own.runsIn) });
    const both: StoredItem[] = [];
    while (both.length < changes.length) {
      const item = await harness.next(task);
      api.state.decide(item.id, true);
      both.push(item);
    }
    const isWrite = (item: StoredItem) => JSON.stringify(item).includes('notes.md');
    const [write, edit] = both.toSorted((one, other) => Number(isWrite(other)) - Number(isWrite(one)));
    const command = { type: 'tool_call', toolKind: 'execute' };
    const file = { type: 'file_creation', filePath: shown('notes.md'), fileContent: 'A note.\n' };
    expect(write).toMatchObject(isShellOnly ? command : file);
    const newText = expect.stringContaining('Hello there');
    const change = { type: 'tool_call', toolParameters: { path: shown('README.md'), newText } };
    expect(edit).toMatchObject(isShellOnly ? command : change);
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
    for (const item of [...looked, ...both, run]) expect(api.state.items.get(item.id)?.grant).toBe('executed');
    expect(JSON.stringify(api.state.items.get(run.id)?.toolResponse), 'its output').toContain('told');
    expect(JSON.stringify([...both, run].map(({ title, content }) => [title, content]))).not.toContain(root);
    expect(model.requests.join(''), 'what the repository tells agents').toContain('Write in British English.');
    expect(model.requests.join('')).not.toContain(model.key);
    if (own !== undefined) expect(model.requests.join(''), 'what it has read').toContain('Hello world');
    for (const none of [own?.subAgents ?? [], own?.forms ?? []].flat())
      expect(toolsOffered(model.requests)).not.toContain(`"${none}"`);
    expect(existsSync(outside)).toBe(false);
    if (own !== undefined) expectRefusal(agent, task.id);
    await harness.runner.exited;
    expect(api.state.told.sum).toEqual(model.usage);
    expect(api.state.exits).toMatchObject([{ reason: 'idle', usage: model.usage }]);
  });

  it.each(agentsFor(0))('%s is told why one of two steps was rejected, does the other, and goes on', async (agent) => {
    const act = agentActs[agent];
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    const { api, model } = harness;
    const root = harness.checkoutOf(task);
    // Some agents ask the model once more before they learn that their turn was cancelled.
    const answer = { say: 'I will run something instead.' };
    const both = [act.edit(root, 'README.md', 'Hello world', 'Hello there'), act.write(root, 'notes.md', 'A note.\n')];
    script.push({ tools: both }, answer, answer);
    const first = await harness.next(task);
    api.state.decide(first.id, true);
    const second = await harness.next(task);
    api.state.decide(second.id, false, 'No, thank you: see the wiki');
    await harness.approveAll(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(model.requests.join('')).toContain('No, thank you: see the wiki');
    // Codex may tell of the end of one step only when it has the answer about the other, which waits for that.
    const ends = agent === 'codex' ? ['executed', 'released'] : ['executed'];
    expect(ends).toContain(api.state.items.get(first.id)?.grant);
    expect(api.state.items.get(second.id)?.chatResponse).toContain('I will run something instead.');
    // Agents that ask about both at once do so in either order.
    const isWritten = JSON.stringify(first).includes('notes.md');
    expect(harness.published(task, 'notes.md')).toBe(isWritten ? 'A note.' : null);
    expect(harness.published(task, 'README.md')).toContain(isWritten ? 'Hello world' : 'Hello there');
  });

  it.runIf(isPlayed(5))(
    'opencode drops what it has not asked about when it is refused another step, which is told',
    async () => {
      const act = agentActs.opencode;
      const script: Act[] = [];
      const task = await harness.begin({ agent: 'opencode', files, script });
      const { api, model } = harness;
      const root = harness.checkoutOf(task);
      const answer = { say: 'I will leave it.' };
      const both = [act.write(root, 'one.md', 'One.\n'), act.write(root, 'two.md', 'Two.\n')];
      script.push({ tools: both }, answer, answer);
      const first = await harness.next(task);
      // It has begun with both, and asks about one at a time.
      const other = await api.state.until(
        () => api.state.itemsOf(task.id).find(({ id, type }) => id !== first.id && type === 'tool_call'),
        'the other step',
      );
      api.state.decide(first.id, false, 'Not this one');
      expect(await harness.approveAll(task)).toEqual([]);
      expect(task.status, api.state.logs.join('')).toBe('completed');
      expect(model.requests.join('')).toContain('Not this one');
      expect(JSON.stringify(api.state.items.get(other.id)?.toolResponse)).toContain('dropped this step');
    },
  );

  // Those brought along do this on the whole way. The effects of Codex's commands are not known beforehand.
  const declaring: AskingAgent[] = ['scripted', ...(isLong ? (['claude'] as const) : [])];

  it.each(declaring)('%s is refused a write outside of the workspace, in words, and goes on', async (agent) => {
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    script.push(agentActs[agent].write(harness.runner.folder, 'scratch.txt', 'A note.\n'), without, without);
    expect(await harness.approveAll(task)).toEqual([]);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(existsSync(join(harness.runner.folder, 'scratch.txt'))).toBe(false);
    expectRefusal(agent, task.id);
  });
});

const without = { say: 'I will do without it.' };

/** A write outside of the workspace was refused, which the model and the history learn in the same words. */
function expectRefusal(agent: AskingAgent, taskId: string): void {
  const { api, model } = harness;
  // Gemini refuses this by itself.
  const sentence = agent === 'gemini' ? 'resolves outside the allowed workspace' : 'leads out of the workspace';
  expect(model.requests.join('')).toContain(sentence);
  const said = api.state.itemsOf(taskId).map(({ toolResponse }) => JSON.stringify(toolResponse ?? ''));
  expect(said.join('')).toContain(sentence);
}

/** The tools that the model was last offered, as JSON. */
function toolsOffered(requests: readonly string[]): string {
  const { tools } = JSON.parse(requests.at(-1) ?? '') as { tools?: unknown };
  return JSON.stringify(tools);
}
