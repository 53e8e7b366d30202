import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';
import { inEachWay } from './in-each-way.ts';

inEachWay((isolation) => {
  const harness = useHarness();

  it('a daemon that outlives its agent, in a session of its own and without a parent, ends with the task', async () => {
    const seconds = 900_000 + process.pid;
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: {
        'trick.sh': `setsid sh -c "sleep ${seconds} > /dev/null 2>&1 & sleep 0.2; kill -0 \\$! && echo daemon is there"\n`,
      },
      env: { ...misbehavingAgentEnv(), ...isolation },
    });
    await harness.ended(task);
    expect(harness.said(task)).toContain('daemon is there');
    await harness.api.state.until(() => !isRunning(`sleep ${seconds}`), 'the end of the daemon');
  });

  /** Its number in a namespace of its own says nothing out here; what it was called with does. */
  function isRunning(words: string): boolean {
    return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').includes(words);
  }
});
