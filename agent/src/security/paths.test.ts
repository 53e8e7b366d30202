import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { sampled } from '../../../dev/testing/sample.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';
import { makeFolder } from '../testing/start-runner.ts';
import { inEachWay } from './in-each-way.ts';

inEachWay((isolation) => {
  const harness = useHarness();

  describe('an edit outside the workspace is not put to the person, and not made', () => {
    const tricks: [trick: string, path: string][] = [
      ['symlink escape: a folder that is a link', 'docs/innocent.md'],
      ['symlink escape: a link to what does not exist yet', 'new.md'],
      ['`../` in its path', 'docs/../../outside/escaped.md'],
    ];

    it.each(sampled(tricks, 2))('%s', async (_trick, path) => {
      const folder = makeFolder();
      const outside = join(folder, 'outside');
      mkdirSync(outside);
      const task = await harness.begin({
        agent: 'custom',
        title: 'paths',
        files: {
          docs: { link: outside },
          'new.md': { link: join(outside, 'new.md') },
          'paths.json': JSON.stringify([path]),
        },
        env: { ...misbehavingAgentEnv(), ...isolation },
        folder,
      });
      const asked = await harness.approveAll(task);
      expect(asked.map(({ title }) => title)).toEqual([]);
      expect(readdirSync(outside)).toEqual([]);
      expect(JSON.stringify(harness.api.state.itemsOf(task.id)), 'the agent is told why').toContain(
        'leads out of the workspace',
      );
    });
  });

  describe('an edit beside the repositories, where they lie below the workspace, would be lost', () => {
    const play = async (path: string) => {
      const files = { 'paths.json': JSON.stringify([path]) };
      const task = await harness.begin({
        agent: 'custom',
        title: 'paths',
        files,
        names: ['app', 'lib'],
        env: { ...misbehavingAgentEnv(), ...isolation },
      });
      const asked = await harness.approveAll(task);
      expect(task.status, harness.api.state.logs.join('')).toBe('completed');
      return { task, asked: asked.map(({ title }) => title) };
    };

    it('it is not put to the person, and the agent is told where to write', async () => {
      const { task, asked } = await play('notes.md');
      expect(asked).toEqual([]);
      expect(existsSync(join(harness.workspaceOf(task), 'notes.md'))).toBe(false);
      expect(JSON.stringify(harness.api.state.itemsOf(task.id))).toContain(
        'notes.md is neither saved nor published. Write into app/ or lib/ instead.',
      );
    });

    it('within one of them, the person is asked, and it is published', async () => {
      const { task, asked } = await play('lib/notes.md');
      expect(asked).toEqual(['Write lib/notes.md', 'Publish to acme/lib']);
      expect(harness.published(task, 'notes.md')).toBe('written');
    });

    it('the demo agent takes the first if none is named', async () => {
      harness.create({ 'README.md': 'Hello\n' });
      const task = await harness.begin({ agent: 'demo', title: 'Create a.md with "a"', names: ['app', 'lib'] });
      const asked = await harness.approveAll(task);
      expect(asked.map(({ title }) => title)).toEqual(['Create app/a.md', 'Run ls', 'Publish to acme/app']);
      expect(harness.published(task, 'a.md')).toBe('a');
    });
  });

  it('a link in the place of a repository: nothing behind it is saved, published or restored, and the task fails', async () => {
    const outside = makeFolder();
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    harness.api.state.variables.push({ name: 'IS_GOOD', value: 'no', isSecret: false, forAgent: true });
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: {
        'trick.sh': `if [ $IS_GOOD = yes ]; then
  ls app
  echo work > app/work.txt
else
  mv app aside
  ln -s ${outside} app
fi
`,
      },
      names: ['app', 'lib'],
      env: { ...misbehavingAgentEnv(), ...isolation },
    });
    expect(await harness.approveAll(task)).toEqual([]);
    expect(task.status, harness.api.state.logs.join('')).toBe('failed');
    expect(harness.api.state.itemsOf(task.id).at(-1)?.content).toMatch(
      /^Something else, such as a link, is in the place of the folder app in the workspace\./,
    );
    harness.api.state.variables.splice(0, 1, { name: 'IS_GOOD', value: 'yes', isSecret: false, forAgent: true });
    harness.api.state.reopen(task);
    await harness.restart();
    await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(harness.said(task)).toContain('trick.sh');
    expect(harness.said(task)).not.toContain('secret.txt');
    expect(harness.published(task, 'work.txt')).toBe('work');
  });

  describe('a clone outside of the workspace is not made', () => {
    it('`../` in a tree: git refuses it, and the task fails with its words', async () => {
      harness.create({ 'README.md': 'Hello\n' });
      const { host, repository } = harness;
      const blob = host.git(repository, 'rev-parse', 'main:README.md');
      const inner = host.feed(`100644 blob ${blob}\tescaped.md\n`, repository, 'mktree');
      const tree = host.feed(`040000 tree ${inner}\t..\n`, repository, 'mktree');
      const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
      const commit = host.git(repository, ...author, 'commit-tree', tree, '-m', 'Escape');
      host.git(repository, 'update-ref', 'refs/heads/main', commit);
      const task = await harness.begin({
        agent: 'custom',
        title: 'paths',
        env: { ...misbehavingAgentEnv(), ...isolation },
      });
      await harness.ended(task);
      const { api, runner } = harness;
      expect(api.state.itemsOf(task.id).at(-1)?.content).toMatch(/^git failed: .*invalid path '\.\.\/escaped\.md'/s);
      expect(existsSync(join(runner.folder, 'countersign', task.id, 'escaped.md'))).toBe(false);
    });

    it('`../` as the name of one of several repositories: its folder gets another name', async () => {
      harness.create({ 'marked.md': 'Hello\n' });
      const task = await harness.begin({ agent: 'demo', names: ['../..', '.git'] });
      await harness.approveAll(task);
      const listing = harness.api.state
        .itemsOf(task.id)
        .find(({ title }) => title.startsWith('List the working folder'));
      expect(JSON.stringify(listing?.toolResponse)).toContain('repository/marked.md');
      expect(JSON.stringify(listing?.toolResponse)).toContain('git/marked.md');
    });
  });
});
