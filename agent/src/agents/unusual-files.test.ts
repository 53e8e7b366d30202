import { describe, expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import type { StoredTask } from '../testing/agent-state.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';

const harness = useHarness();
const act = agentActs.opencode;
const done: Act = { say: 'All is done.' };

function expectAllDone(task: StoredTask): void {
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
}

describe('opencode', { timeout: 240_000 }, () => {
  it('writes, edits and publishes files whatever their names, line ends and links are', async () => {
    const names = [
      'with space.md',
      `it's "quoted".md`,
      'ünï-日本 😀.md',
      '-dash.md',
      '$HOME `x`.md',
      'a\\b.md',
      '%2e.md',
    ];
    const script: Act[] = [];
    const files = {
      ...{
        'README.md': '# App\n',
        'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
        "it's old.md": 'old\n',
        'examples/a.md': 'a\n',
      },
      ...{ 'link.md': { link: 'README.md' }, 'dangling.md': { link: 'none.md' }, folder: { link: 'examples' } },
    };
    const task = await harness.begin({ agent: 'opencode', files, script });
    const root = harness.checkoutOf(task);
    script.push(
      ...names.map((name) => act.write(root, name, 'new\n')),
      act.edit(root, "it's old.md", 'old', 'new'),
      act.edit(root, 'crlf.txt', 'one\r\ntwo', '1\r\n2'),
      act.edit(root, 'link.md', '# App', '# Web'),
      act.write(root, 'dangling.md', 'x\n'),
      act.write(root, 'folder/b.md', 'b\n'),
      done,
    );
    const asked = await harness.approveAll(task);
    expectAllDone(task);
    const publish = asked.pop();
    expect(asked).toHaveLength(names.length + 5);
    for (const { id, title } of asked) expect(harness.api.state.items.get(id)?.grant, title).toBe('executed');
    expect(publish?.toolParameters).toMatchObject({ attribution: { outside: { files: 0 } } });
    for (const name of names) expect(harness.published(task, name), name).toBe('new');
    expect(harness.published(task, "it's old.md")).toBe('new');
    expect(harness.published(task, 'crlf.txt')).toBe('1\r\n2\r\nthree');
    // What lies behind the links is changed, and the cards say so.
    expect(harness.published(task, 'README.md')).toBe('# Web');
    expect(harness.published(task, 'none.md')).toBe('x');
    expect(harness.published(task, 'examples/b.md')).toBe('b');
    const shown = asked.slice(-3).map((item) => JSON.stringify(item));
    expect(shown).toEqual(['README.md', 'none.md', 'examples'].map((behind) => expect.stringContaining(behind)));
  });

  it('is refused a file whose name has a line break, over which it would stand still, and goes on', async () => {
    const script: Act[] = [];
    const task = await harness.begin({ agent: 'opencode', files: { 'README.md': '# App\n' }, script });
    const root = harness.checkoutOf(task);
    script.push(act.write(root, 'two\nlines.md', 'new\n'), act.write(root, 'one-line.md', 'new\n'), done);
    const asked = await harness.approveAll(task);
    expectAllDone(task);
    expect(asked.map(({ filePath }) => filePath)).toEqual([
      expect.stringMatching(/one-line\.md$/),
      expect.stringMatching(/\.patch$/),
    ]);
    const words = 'has a line break, and this agent cannot ask about such a file';
    expect(harness.model.requests.join('')).toContain(words);
    expect(JSON.stringify(harness.api.state.itemsOf(task.id))).toContain(words);
    expect(harness.published(task, 'one-line.md')).toBe('new');
  });

  it('works beside a file of 20 MB; to replace that, it would send more than can be taken, and its task fails in words', async () => {
    const script: Act[] = [];
    const large = `${'x'.repeat(99)}\n`.repeat(200_000);
    const task = await harness.begin({ agent: 'opencode', files: { 'large.txt': large }, script });
    const root = harness.checkoutOf(task);
    script.push(act.write(root, 'small.md', 'small\n'), act.write(root, 'large.txt', 'x\n'), done);
    const [small, ...more] = await harness.approveAll(task);
    expect(more).toEqual([]);
    expect(task.status).toBe('failed');
    expect(harness.api.state.items.get(small?.id ?? '')?.grant).toBe('executed');
    const end = harness.api.state.itemsOf(task.id).findLast(({ type }) => type === 'completion');
    expect(end?.content).toContain('The agent sent a message of more than 32 MiB.');
  });

  it.each(['is empty', 'has a HEAD that names no branch'])('works in a repository that %s', async (what) => {
    harness.create({ 'README.md': '# App\n' });
    const { host, repository } = harness;
    const commit = host.git(repository, 'rev-parse', 'main');
    if (what === 'is empty') host.git(repository, 'update-ref', '-d', 'refs/heads/main');
    else host.git(repository, 'update-ref', '--no-deref', 'HEAD', commit);
    const script: Act[] = [];
    const task = await harness.begin({ agent: 'opencode', script });
    script.push(act.write(harness.checkoutOf(task), 'notes.md', 'A note.\n'), done);
    await harness.approveAll(task);
    expectAllDone(task);
    expect(harness.published(task, 'notes.md')).toBe('A note.');
  });
});
