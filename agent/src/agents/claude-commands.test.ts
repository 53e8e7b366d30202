import { expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf } from '../testing/real-agents.ts';
import { isLong } from '../../../dev/testing/sample.ts';

const harness = useHarness();

it.runIf(isLong)(
  'Claude asks for commands that only read, too, offers none in the background, and asks its model for nothing else',
  { timeout: 180_000 },
  async () => {
    const act = agentActs.claude;
    const script: Act[] = [act.run('git diff'), act.run('ls'), { say: 'All is done.' }];
    const files = { 'README.md': '# App\n' };
    const task = await harness.begin({ agent: 'claude', files, script, ...placeOf('claude') });
    const asked = await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(asked.map(({ toolKind, title }) => [toolKind, title])).toEqual([
      ['execute', 'git diff'],
      ['execute', 'ls'],
    ]);
    const withTools = harness.model.requests.filter((body) => body.includes('"tools":[{'));
    expect(withTools, 'one for each of its replies').toHaveLength(3);
    expect(withTools.join('')).toContain('"name":"Bash"');
    expect(withTools.join('')).not.toContain('run_in_background"');
  },
);
