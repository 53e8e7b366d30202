import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';

const harness = useHarness();

it('a daemon that outlives its agent, in a session of its own and without a parent, ends with the task', async () => {
  const task = await harness.begin({
    agent: 'custom',
    title: 'trick',
    files: { 'trick.sh': 'setsid sh -c "sleep 987654 > /dev/null 2>&1 & echo daemon \\$!"\n' },
    env: misbehavingAgentEnv(),
  });
  await harness.ended(task);
  const pid = /daemon (\d+)/.exec(harness.said(task))?.[1];
  expect(pid, harness.said(task)).toBeDefined();
  await harness.api.state.until(() => !isRunning(Number(pid)), `the end of process ${pid}`);
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
