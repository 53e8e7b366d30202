import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { misbehavingAgentEnv, misbehavingAgentScript } from '../testing/misbehaving-agent.ts';
import { makeFolder } from '../testing/start-runner.ts';

const harness = useHarness();
const isRoot = process.getuid?.() === 0;
/** Owns no process, unlike the users of tests run beside this one: clearing ends all of its user's processes. */
const USER = 'lp';

// Only root can start agents as another user, as in the image.
it.runIf(isRoot)(
  'what an agent leaves in folders that all tasks can write to is gone when the next task begins',
  async () => {
    const folder = makeFolder();
    // The agent's user must be able to reach its workspace; a test's own folder is closed to others.
    chmodSync(folder, 0o755);
    const script = join(folder, 'misbehaving-agent.mjs');
    copyFileSync(misbehavingAgentScript, script);
    const [tmp, home] = ['tmp', 'home'].map((name) => join(folder, name)) as [string, string];
    for (const place of [tmp, home]) {
      mkdirSync(place);
      chmodSync(place, 0o1777);
    }
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: {
        'trick.sh': `cd ${home} && echo found $(ls -A ${tmp}) $(ls -A ${home}) end\nmkdir .ssh && echo 'ProxyCommand ./run' > .ssh/config\necho secret > ${tmp}/notes\n`,
      },
      env: {
        ...misbehavingAgentEnv(script),
        AGENT_USER: USER,
        AGENT_USER_REQUIRED: '1',
        SHARED_FOLDERS: `${tmp}:${home}`,
      },
      folder,
    });
    const { state } = harness.api;
    await harness.ended(task);
    const next = state.addTask(task.given);
    await harness.ended(next);
    for (const one of [task, next]) expect(harness.said(one), state.logs.join('')).toContain('found end');
    await expect.poll(() => [...readdirSync(tmp), ...readdirSync(home)]).toEqual([]);
  },
);
