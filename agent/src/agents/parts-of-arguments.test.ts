import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf, wholeWayAgents } from '../testing/real-agents.ts';

const harness = useHarness();
const files = { 'README.md': '# App\n\nHello world\n' };
const content = Array.from({ length: 40 }, (_, line) => `Line ${line} of a note.\n`).join('');

// Gemini's API has no pieces of arguments, and Codex's adapter tells of a call only when it has all of them: all the same,
// what they ask about must be the whole.
describe.each(wholeWayAgents)('%s', { timeout: 180_000 }, (agent) => {
  it('whose model sends arguments in pieces asks once about each step, about all of them', async () => {
    const act = agentActs[agent];
    const script: Act[] = [];
    const task = await harness.begin({ agent, files, script, ...placeOf(agent) });
    const { state } = harness.api;
    const root = harness.checkoutOf(task);
    const words = Array.from({ length: 60 }, (_, number) => `word-${number}`).join(' ');
    const inParts = true;
    script.push(
      { ...act.write(root, 'notes.md', content), inParts },
      { ...act.edit(root, 'README.md', 'Hello world', 'Hello there'), inParts },
      { ...act.run(`echo ${words} > '${root}/ran.txt'`), inParts },
      { say: 'All is done.' },
    );
    const [write, edit, run, publish, ...more] = await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect([publish?.toolName, more]).toEqual(['publish', []]);
    const shown = (path: string) => relative(harness.workspaceOf(task), join(root, path));
    const newText = expect.stringContaining('Hello there');
    if (agent === 'codex') {
      // It writes and edits through shell commands.
      expect(JSON.stringify(write?.toolParameters)).toContain('Line 39 of a note.');
      expect(JSON.stringify(edit?.toolParameters)).toContain('Hello there');
    } else {
      expect(write).toMatchObject({ type: 'file_creation', filePath: shown('notes.md'), fileContent: content });
      expect(edit).toMatchObject({ toolParameters: { path: shown('README.md'), newText } });
    }
    expect(JSON.stringify(run?.toolParameters)).toContain(words);
    const ofSteps = state.itemsOf(task.id).filter(({ type }) => type === 'tool_call' || type === 'file_creation');
    expect(ofSteps.map(({ id }) => id).sort(), 'none is there twice').toEqual(
      [write, edit, run].map((item) => item?.id).sort(),
    );
    for (const item of ofSteps) expect(item.grant).toBe('executed');
    expect(harness.published(task, 'notes.md')).toBe(content.trimEnd());
    expect(harness.published(task, 'README.md')).toContain('Hello there');
    expect(harness.published(task, 'ran.txt')).toBe(words);
  });
});
