import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishParameters } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { agentsFor, placeOf } from '../testing/real-agents.ts';

const harness = useHarness();

describe.each(agentsFor(1))('%s', { timeout: 180_000 }, (agent) => {
  const act = agentActs[agent];

  it('cannot hide what a process it left behind writes: the publish request and the pull request say so', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent, files: { 'README.md': '# App\n' }, script, ...placeOf(agent) });
    const { api, host } = harness;
    const root = harness.checkoutOf(task);
    const go = join(harness.runner.folder, 'go');
    const waits = `while [ ! -e '${go}' ]; do sleep 0.1; done; echo silent > '${root}/silent.txt'`;
    script.push(
      act.run(`echo built > '${root}/built.txt'; setsid sh -c "${waits}" < /dev/null > /dev/null 2>&1 &`),
      act.write(root, 'notes.md', 'A note.\n'),
      { say: 'All is done.' },
    );
    const run = await harness.next(task);
    api.state.decide(run.id, true);
    const write = await harness.next(task);
    // Now, while nothing that was approved runs.
    writeFileSync(go, '');
    await expect.poll(() => existsSync(join(root, 'silent.txt'))).toBe(true);
    api.state.decide(write.id, true);
    const publish = await harness.next(task);
    expect(publish.toolName, api.state.logs.join('')).toBe('publish');
    const { attribution, body } = publishParameters.parse(publish.toolParameters);
    // Codex writes through shell commands.
    const how = agent === 'codex' ? 'while' : 'declared';
    expect(attribution).toMatchObject({
      files: 3,
      outside: { files: 1, listed: ['silent.txt'] },
      within: [
        { listed: ['built.txt'], steps: [{ id: run.id, title: expect.stringMatching(/^echo built/), how: 'while' }] },
        { listed: ['notes.md'], steps: [{ id: write.id, how }] },
      ],
      rejected: [],
    });
    expect(body).toContain('3 files, 1 of them changed outside of any approved step: `silent.txt`.');
    api.state.decide(publish.id, true);
    await harness.ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const [pull] = (await host.pulls(harness.repository)) as { body: string }[];
    expect(pull?.body).toBe(body);
  });
});
