import { describe, expect, it } from 'vitest';
import type { TestFiles } from '../testing/git-host.ts';
import { oddAgentEnv } from '../testing/odd-agent.ts';
import { useScene } from '../testing/scene.ts';
import { setTrap, type Trap } from './trap.ts';

const scene = useScene();

/** Lets an agent be fooled by a repository, and the runner commit and publish what comes of it. */
async function play(trap: Trap, files: TestFiles) {
  const task = await scene.begin({ agent: 'custom', title: 'trick', files, env: oddAgentEnv(), folder: trap.folder });
  await scene.approveAll(task);
  expect(task.status, scene.api.state.logs.join('')).toBe('completed');
  expect(scene.published(task, 'work.txt')).toBe('work');
  expect(trap.sprung(), 'who ran it').toBe('');
}

describe('what git could be made to run', () => {
  it('git hooks, planted by the repository and switched on for its .git and its home', async () => {
    const trap = setTrap();
    const names = [
      'pre-commit',
      'post-checkout',
      'post-commit',
      'pre-push',
      'post-index-change',
      'reference-transaction',
    ];
    const script = `#!/bin/sh\n${trap.command}\n`;
    const hooks = Object.fromEntries(names.map((name) => [`.githooks/${name}`, script]));
    await play(trap, {
      ...hooks,
      'trick.sh': `chmod +x .githooks/*
cp .githooks/* .git/hooks/
git config core.hooksPath "$PWD/.githooks"
git config --global core.hooksPath "$PWD/.githooks"
echo work > work.txt
`,
    });
  });

  it('filters and drivers, named by .gitattributes and defined by the agent', async () => {
    const trap = setTrap();
    await play(trap, {
      '.gitattributes': '* filter=evil diff=evil merge=evil\n',
      'kept.txt': 'as it was\n',
      'trick.sh': `for where in --local --global; do
  git config $where filter.evil.clean '${trap.command}; cat'
  git config $where filter.evil.smudge '${trap.command}; cat'
  git config $where diff.evil.textconv '${trap.command}; cat'
  git config $where diff.evil.command '${trap.command}; true'
done
echo work > work.txt
`,
    });
  });

  it('fsmonitor and other programs that a configuration may name', async () => {
    const trap = setTrap();
    await play(trap, {
      'evil.sh': `#!/bin/sh\n${trap.command}\n`,
      'trick.sh': `chmod +x evil.sh
for where in --local --global; do
  for name in core.fsmonitor core.sshCommand core.pager core.editor credential.helper gpg.program; do
    git config $where $name "$PWD/evil.sh"
  done
  git config $where commit.gpgSign true
  git config $where core.worktree /
done
echo work > work.txt
`,
    });
  });
});
