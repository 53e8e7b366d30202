import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oddAgentEnv } from '../testing/odd-agent.ts';
import { useScene } from '../testing/scene.ts';
import { makeFolder } from '../testing/start-runner.ts';

const scene = useScene();

describe('an edit outside of the workspace is put to nobody, and not made', () => {
  it.each([
    ['symlink escape: a folder that is a link', 'docs/innocent.md'],
    ['symlink escape: a link to what does not exist yet', 'new.md'],
    ['`../` in its path', 'docs/../../outside/escaped.md'],
  ])('%s', async (_trick, path) => {
    const folder = makeFolder();
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    const task = await scene.begin({
      agent: 'custom',
      title: 'paths',
      files: {
        docs: { link: outside },
        'new.md': { link: join(outside, 'new.md') },
        'paths.json': JSON.stringify([path]),
      },
      env: oddAgentEnv(),
      folder,
    });
    const asked = await scene.approveAll(task);
    expect(asked.map(({ title }) => title)).toEqual([]);
    expect(readdirSync(outside)).toEqual([]);
    expect(JSON.stringify(scene.api.state.itemsOf(task.id)), 'the agent is told why').toContain(
      'leads out of the workspace',
    );
  });
});

describe('an edit beside the repositories, where they lie below the workspace, would be lost', () => {
  const play = async (path: string) => {
    const files = { 'paths.json': JSON.stringify([path]) };
    const task = await scene.begin({
      agent: 'custom',
      title: 'paths',
      files,
      names: ['app', 'lib'],
      env: oddAgentEnv(),
    });
    const asked = await scene.approveAll(task);
    expect(task.status, scene.api.state.logs.join('')).toBe('completed');
    return { task, asked: asked.map(({ title }) => title) };
  };

  it('it is put to nobody, and the agent is told where to write', async () => {
    const { task, asked } = await play('notes.md');
    expect(asked).toEqual([]);
    expect(existsSync(join(scene.workspaceOf(task), 'notes.md'))).toBe(false);
    expect(JSON.stringify(scene.api.state.itemsOf(task.id))).toContain(
      'notes.md is neither saved nor published. Write into app/ or lib/ instead.',
    );
  });

  it('within one of them it is asked for, and published', async () => {
    const { task, asked } = await play('lib/notes.md');
    expect(asked).toEqual(['Write lib/notes.md', 'Publish to acme/lib']);
    expect(scene.published(task, 'notes.md')).toBe('written');
  });

  it('the demo agent takes the first where none is named', async () => {
    scene.create({ 'README.md': 'Hello\n' });
    const task = await scene.begin({ agent: 'demo', title: 'Create a.md with "a"', names: ['app', 'lib'] });
    const asked = await scene.approveAll(task);
    expect(asked.map(({ title }) => title)).toEqual(['Create app/a.md', 'Run ls', 'Publish to acme/app']);
    expect(scene.published(task, 'a.md')).toBe('a');
  });
});

describe('a clone outside of the workspace is not made', () => {
  it('`../` in a tree: git refuses it, and the task fails with its words', async () => {
    scene.create({ 'README.md': 'Hello\n' });
    const { host, repository } = scene;
    const blob = host.git(repository, 'rev-parse', 'main:README.md');
    const inner = host.feed(`100644 blob ${blob}\tescaped.md\n`, repository, 'mktree');
    const tree = host.feed(`040000 tree ${inner}\t..\n`, repository, 'mktree');
    const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const commit = host.git(repository, ...author, 'commit-tree', tree, '-m', 'Escape');
    host.git(repository, 'update-ref', 'refs/heads/main', commit);
    const task = await scene.begin({ agent: 'custom', title: 'paths', env: oddAgentEnv() });
    await scene.ended(task);
    const { api, runner } = scene;
    expect(api.state.itemsOf(task.id).at(-1)?.content).toMatch(/^git failed: .*invalid path '\.\.\/escaped\.md'/s);
    expect(existsSync(join(runner.folder, 'countersign', task.id, 'escaped.md'))).toBe(false);
  });

  it('`../` as the name of one of several repositories: its folder is called otherwise', async () => {
    scene.create({ 'marked.md': 'Hello\n' });
    const task = await scene.begin({ agent: 'demo', names: ['../..', '.git'] });
    await scene.approveAll(task);
    const listing = scene.api.state.itemsOf(task.id).find(({ title }) => title.startsWith('List the working folder'));
    expect(JSON.stringify(listing?.toolResponse)).toContain('repository/marked.md');
    expect(JSON.stringify(listing?.toolResponse)).toContain('git/marked.md');
  });
});
