import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { foreignRepository } from '../testing/foreign-repository.ts';
import type { TestFiles } from '../testing/git-host.ts';
import { useHarness } from '../testing/harness.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';
import { makeFolder, startRunner } from '../testing/start-runner.ts';
import { setTrap, type Trap } from './trap.ts';
import { inEachWay } from './in-each-way.ts';

inEachWay((isolation) => {
  const harness = useHarness();

  /** Lets a repository fool an agent, and the runner commit and publish the result. */
  async function play(trap: Trap, files: TestFiles) {
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files,
      env: { ...misbehavingAgentEnv(), ...isolation },
      folder: trap.folder,
    });
    await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'work.txt')).toBe('work');
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
        'evil.sh': `${trap.command}\n`,
        'trick.sh': `for where in --local --global; do
  for name in filter.evil.clean filter.evil.smudge diff.evil.textconv; do
    git config $where $name "sh $PWD/evil.sh; cat"
  done
  git config $where diff.evil.command "sh $PWD/evil.sh; true"
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

    it('the configuration of a repository whose name is not UTF-8', async () => {
      const trap = setTrap();
      await play(trap, {
        'evil.sh': `${trap.command}\n`,
        'trick.sh': `here=$PWD
${foreignRepository('sh $here/evil.sh; cat')}echo work > work.txt
`,
      });
      const tree = harness.host.git(harness.repository, 'log', '--all', '--raw', '--format=');
      expect(tree).toContain('"n\\377/one.txt"');
      expect(tree).not.toContain('160000');
    });

    it('the configuration of a repository that the agent puts in place of a submodule', async () => {
      const trap = setTrap();
      // The same commit wherever it is made, so that the submodule counts as checked out.
      const makeLib = `export GIT_AUTHOR_DATE=2020-01-01T00:00:00Z GIT_COMMITTER_DATE=2020-01-01T00:00:00Z
git init --quiet lib
cd lib
echo one > one.txt
git add one.txt
git -c user.name=A -c user.email=a@b commit --quiet --message=It
`;
      const commit = execFileSync('sh', ['-c', `${makeLib} git rev-parse HEAD`], {
        cwd: makeFolder(),
        encoding: 'utf8',
      }).trim();
      harness.create({
        'evil.sh': `${trap.command}\n`,
        'trick.sh': `${makeLib} touch -d 2020-01-01 one.txt
git config filter.evil.clean "sh $PWD/../evil.sh; cat"
echo '* filter=evil' > .gitattributes
cd ..
echo work > work.txt
`,
      });
      addSubmodule('lib', commit);
      const task = await harness.begin({
        agent: 'custom',
        title: 'trick',
        env: { ...misbehavingAgentEnv(), ...isolation },
        folder: trap.folder,
      });
      await harness.approveAll(task);
      expect(task.status, harness.api.state.logs.join('')).toBe('completed');
      expect(trap.sprung(), 'who ran it').toBe('');
      expect(harness.published(task, 'work.txt')).toBe('work');
      const tree = harness.host.git(harness.repository, 'ls-tree', `countersign/${task.id}`, 'lib');
      expect(tree).toBe(`160000 commit ${commit}\tlib`);
      expect(harness.api.state.logs.join('')).not.toContain('could not be saved');
    });
  });

  it('repositories that the agent creates inside survive the container, and their files are published', async () => {
    const trick = `git init --quiet fresh
echo fresh > fresh/file.txt
git init --quiet born
echo born > born/file.txt
git -C born add file.txt
git -C born -c user.name=A -c user.email=a@b commit --quiet --message=It
echo later > born/later.txt
`;
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: { 'trick.sh': trick },
      env: { ...misbehavingAgentEnv(), ...isolation },
    });
    const asked = await harness.next(task);
    harness.runner.process.kill('SIGKILL');
    await harness.runner.exited;
    harness.api.state.decide(asked.id, true);
    const second = startRunner(harness.api.url, { ...harness.host.env, ...misbehavingAgentEnv(), ...isolation });
    await harness.approveAll(task);
    second.process.kill('SIGKILL');
    await second.exited;
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(task.finish).toMatchObject({ commit: (asked.toolParameters as { commit: string }).commit });
    const paths = ['fresh/file.txt', 'born/file.txt', 'born/later.txt'];
    expect(paths.map((path) => harness.published(task, path))).toEqual(['fresh', 'born', 'later']);
  });

  /** Makes a path of the harness's repository a submodule. */
  function addSubmodule(path: string, commit: string): void {
    const head =
      'commit refs/heads/main\ncommitter T <t@example.com> 1700000001 +0000\ndata 3\nsub\nfrom refs/heads/main^0\n';
    const stream = `${head}M 160000 ${commit} ${path}\n\ndone\n`;
    harness.host.feed(stream, harness.repository, 'fast-import', '--quiet', '--done');
  }
});
