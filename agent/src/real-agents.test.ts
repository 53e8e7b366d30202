import { describe, expect, it } from 'vitest';
import { agentActs } from './testing/agent-acts.ts';
import type { Act } from './testing/model-answers.ts';
import { useScene } from './testing/scene.ts';

const scene = useScene();
const files = { 'README.md': '# App\n\nHello world\n' };

describe.each(['opencode', 'gemini'] as const)('%s', { timeout: 180_000 }, (agent) => {
  const act = agentActs[agent];

  it('asks for edits and commands; what is approved is published', async () => {
    const script: Act[] = [];
    const task = await scene.begin({ agent, files, script });
    const { api, host, model } = scene;
    const root = scene.workspaceOf(task);
    script.push(act.write(root, 'notes.md', 'A note.\n'), act.edit(root, 'README.md', 'Hello world', 'Hello there'));
    script.push(act.run('echo ran > ran.txt'), { say: 'All is done.' });
    const write = await scene.next(task);
    expect(write).toMatchObject({ type: 'file_creation', filePath: 'notes.md', fileContent: 'A note.\n' });
    api.state.decide(write.id, true);
    const edit = await scene.next(task);
    expect(edit).toMatchObject({ type: 'tool_call', toolParameters: { path: 'README.md' } });
    api.state.decide(edit.id, true);
    const run = await scene.next(task);
    expect(run.toolKind).toBe('execute');
    expect(JSON.stringify(run.toolParameters)).toContain('echo ran > ran.txt');
    api.state.decide(run.id, true);
    const publish = await scene.next(task);
    expect(publish.toolName, api.state.logs.join('')).toBe('publish');
    api.state.decide(publish.id, true);
    await scene.ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(scene.published(task, 'README.md')).toContain('Hello there');
    expect(scene.published(task, 'ran.txt')).toBe('ran');
    expect(await host.pulls(scene.repository)).toContainEqual(
      expect.objectContaining({ head: expect.objectContaining({ ref: `countersign/${task.id}` }) }),
    );
    for (const item of [write, edit, run]) expect(api.state.items.get(item.id)?.grant).toBe('executed');
    expect(model.requests.join('')).not.toContain(model.key);
  });

  it('is told why a step was rejected, and goes on', async () => {
    const script: Act[] = [];
    const task = await scene.begin({ agent, files, script });
    const { api, model } = scene;
    // Some agents ask the model once more before they hear that their turn is cancelled.
    const answer = { say: 'I will run something instead.' };
    script.push(act.write(scene.workspaceOf(task), 'notes.md', 'A note.\n'), answer, answer);
    const write = await scene.next(task);
    api.state.decide(write.id, false, 'No notes, thank you: see the wiki');
    await scene.ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(model.requests.join('')).toContain('No notes, thank you: see the wiki');
    expect(api.state.items.get(write.id)?.chatResponse).toBe('I will run something instead.');
  });
});
