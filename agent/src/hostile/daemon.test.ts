import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { oddAgentEnv } from '../testing/odd-agent.ts';
import { useScene } from '../testing/scene.ts';

const scene = useScene();

it('a daemon that outlives its agent, in a session of its own and without a parent, ends with the task', async () => {
  const task = await scene.begin({
    agent: 'custom',
    title: 'trick',
    files: { 'trick.sh': 'setsid sh -c "sleep 987654 > /dev/null 2>&1 & echo daemon \\$!"\n' },
    env: oddAgentEnv(),
  });
  await scene.ended(task);
  const pid = /daemon (\d+)/.exec(scene.said(task))?.[1];
  expect(pid, scene.said(task)).toBeDefined();
  await scene.api.state.until(() => !isRunning(Number(pid)), `the end of process ${pid}`);
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
