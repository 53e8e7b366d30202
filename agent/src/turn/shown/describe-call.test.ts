import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { ToolCall, ToolCallContent } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCall, responseOf } from './describe-call.ts';
import { mergeCall } from '../tool-call.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-describe-'));
  await writeFile(join(workspace, 'old.txt'), 'before\n');
});
afterEach(() => rm(workspace, { recursive: true }));

const call = (more: Partial<ToolCall>): ToolCall => ({ toolCallId: '1', title: 'Tool', kind: 'edit', ...more });
const diff = (path: string, newText: string, oldText?: string): ToolCallContent => ({
  type: 'diff',
  path: join(workspace, path),
  newText,
  ...(oldText === undefined ? {} : { oldText }),
});

describe('describeCall', () => {
  it('shows a new file with its content', async () => {
    const shown = await describeCall(call({ content: [diff('a/new.txt', 'text', '')] }), workspace);
    expect(shown).toMatchObject({ type: 'file_creation', filePath: 'a/new.txt', fileContent: 'text' });
  });

  it('shows what is lost when a file is overwritten without its old text', async () => {
    const shown = await describeCall(call({ content: [diff('old.txt', 'after\n')] }), workspace);
    expect(shown).toMatchObject({
      type: 'tool_call',
      toolParameters: { path: 'old.txt', oldText: 'before\n', newText: 'after\n' },
    });
  });

  it('says that a file too large to be shown is lost, and does not call it new', async () => {
    await writeFile(join(workspace, 'large.txt'), 'x'.repeat(3 * 1024 * 1024));
    const large = 'large.txt exists already: a file of 3.0 MiB, whose text cannot be shown here, is replaced by this.';
    const one = await describeCall(call({ content: [diff('large.txt', 'after')] }), workspace);
    const change = { path: 'large.txt', oldText: null, newText: 'after' };
    expect(one).toMatchObject({ type: 'tool_call', content: large, filePath: 'large.txt', fileContent: null });
    expect(one.toolParameters).toEqual(change);
    const both = await describeCall(
      call({ content: [diff('large.txt', 'after'), diff('old.txt', 'b', 'before')] }),
      workspace,
    );
    expect(both).toMatchObject({ type: 'tool_call', content: large, toolParameters: { edits: [change, {}] } });
  });

  it('says of a removed passage that it is one, where the file holds more, whatever the agent says of it', async () => {
    await writeFile(join(workspace, 'long.txt'), 'one\ntwo\ntwo\n');
    const shown = async (content: ToolCallContent, rawInput: unknown = {}) =>
      (await describeCall(call({ content: [content], rawInput }), workspace)).toolParameters;
    const passage = { path: 'long.txt', oldText: 'two\n', newText: '' };
    expect(await shown(diff('long.txt', '', 'two\n'))).toEqual({ ...passage, isPassage: true });
    expect(await shown(diff('long.txt', 'three\n', 'two\n'))).toEqual({ ...passage, newText: 'three\n' });
    const emptied = await describeCall(
      call({ content: [diff('long.txt', '', 'one\n'), diff('./long.txt', '', 'two\n')] }),
      workspace,
    );
    expect(emptied.toolParameters, 'together they leave nothing').toEqual({
      edits: [{ ...passage, oldText: 'one\n' }, passage],
    });
    const claimed = { isPassage: true };
    for (const [path, oldText] of [
      ['old.txt', 'before\n'],
      ['old.txt', 'before'],
    ] as const)
      expect(await shown(diff(path, '', oldText), claimed), `${path} ${oldText}`).toEqual({
        ...{ path, oldText, newText: '' },
        arguments: claimed,
      });
  });

  it.each([
    [
      'whole',
      'Gr\uFFFD\uFFFDe\nthird\n',
      'Gr\uFFFD\uFFFDe\nsecond\n',
      'this puts \uFFFD in the place of each character',
    ],
    ['as a passage', 'third', 'second', 'an agent that takes it for UTF-8 puts \uFFFD'],
  ])(
    'says that a file in Latin-1 loses characters, which looks the same before and after: %s',
    async (_, after, before, loss) => {
      await writeFile(join(workspace, 'letter.txt'), Buffer.from('Gr\xfc\xdfe\nsecond\n', 'latin1'));
      const shown = await describeCall(call({ content: [diff('letter.txt', after, before)] }), workspace);
      expect(shown.content).toContain(`letter.txt is not in UTF-8: ${loss}`);
      expect(shown.toolParameters).toEqual({ path: 'letter.txt', oldText: before, newText: after });
    },
  );

  it('says that the pointer of a large file is replaced', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
    await writeFile(join(workspace, 'logo.png'), pointer);
    const shown = await describeCall(call({ content: [diff('logo.png', 'no picture\n', pointer)] }), workspace);
    expect(shown.content).toBe(
      'logo.png is the pointer of a large file (Git LFS), which was never here: this replaces it.',
    );
    const moved = await describeCall(call({ content: [diff('logo.png', `${pointer}x`, pointer)] }), workspace);
    expect(moved.content).toBeUndefined();
  });

  it('shows several edits of one call together, one of them of what another has made', async () => {
    await writeFile(join(workspace, 'old.txt'), 'a c\n');
    const content = [diff('old.txt', 'b', 'a'), diff('./old.txt', 'e', 'b c'), diff('old.txt', 'd', 'c')];
    const shown = await describeCall(call({ content }), workspace);
    expect(shown.toolParameters).toEqual({
      edits: [
        { path: 'old.txt', oldText: 'a', newText: 'b' },
        { path: 'old.txt', oldText: 'b c', newText: 'e' },
        { path: 'old.txt', oldText: 'c', newText: 'd' },
      ],
    });
  });

  describe('takes from the agent no old text that the file does not hold', () => {
    const told = 'unseen\nVERSION=1\n';
    const made = 'unseen\nVERSION=2\n';
    const shown = async (content: ToolCallContent[]) => describeCall(call({ content }), workspace);

    it('shows every line of a file that does not exist as new', async () => {
      expect(await shown([diff('install.sh', made, told)])).toMatchObject({
        type: 'file_creation',
        filePath: 'install.sh',
        fileContent: made,
      });
      expect((await shown([diff('new.sh', made, told), diff('new.sh', 'x', made)])).toolParameters).toEqual({
        edits: [
          { path: 'new.sh', oldText: null, newText: made },
          { path: 'new.sh', oldText: made, newText: 'x' },
        ],
      });
    });

    it('compares with what the file holds, whichever way its lines end', async () => {
      expect((await shown([diff('old.txt', made, told)])).toolParameters).toEqual({
        path: 'old.txt',
        oldText: 'before\n',
        newText: made,
      });
      await writeFile(join(workspace, 'old.txt'), 'x\r\nunseen\r\nVERSION=1\r\ny');
      expect((await shown([diff('old.txt', made, told)])).toolParameters).toMatchObject({ oldText: told });
    });

    it.each([
      ['a change', { path: 'install.sh', oldText: told, newText: made }],
      ['several', { edits: [{ path: 'install.sh', oldText: told, newText: made }] }],
    ])('shows arguments in the form of %s as arguments', async (_what, rawInput) => {
      const { type, toolParameters } = await describeCall(call({ rawInput }), workspace);
      expect([type, toolParameters]).toEqual(['tool_call', { arguments: rawInput }]);
    });

    it('says of a file that cannot be read that only the agent knows', async () => {
      await writeFile(join(workspace, 'large.txt'), 'x'.repeat(3 * 1024 * 1024));
      expect(await shown([diff('large.txt', 'a', 'x')])).toMatchObject({
        toolParameters: { path: 'large.txt', oldText: 'x', newText: 'a' },
        content:
          'large.txt is a file of 3.0 MiB, whose text cannot be read here: the agent alone says what it held before.',
      });
    });

    it('but for what has already been done, in the history', async () => {
      await writeFile(join(workspace, 'old.txt'), 'after\n');
      const done = await describeCall(call({ content: [diff('old.txt', 'after', 'before')] }), workspace, true);
      expect(done.toolParameters).toMatchObject({ oldText: 'before' });
    });
  });

  it('says what a tool is about whose title is its name alone', async () => {
    const shown = async (title: string, rawInput: unknown) =>
      (await describeCall(call({ kind: 'read', title, rawInput }), workspace)).title;
    expect(await shown('read', { filePath: join(workspace, 'old.txt') })).toBe('read old.txt');
    expect(await shown('write', { content: 'a', filePath: '/tmp/notes.md' })).toBe('write /tmp/notes.md');
    expect(await shown('glob', { pattern: '**/*.js', path: '' })).toBe('glob **/*.js');
    expect(await shown('Read old.txt', { filePath: 'new.txt' })).toBe('Read old.txt');
    expect(await shown('todo', { todos: [] })).toBe('todo');
    const url = `https://example.com/${'a'.repeat(200)}`;
    expect(await shown('fetch', { url }), 'whole: a secret that is cut would not be known').toBe(`fetch ${url}`);
  });

  it('takes the command from the title if an agent gives it nowhere else', async () => {
    const shown = await describeCall(call({ kind: 'execute', title: 'rm -r build', rawInput: {} }), workspace);
    expect(shown).toMatchObject({ toolKind: 'execute', toolParameters: { command: 'rm -r build' } });
  });

  it.each(['fetch', 'other', 'search', 'read', 'think'] as const)(
    'asks with the whole title where an agent says nothing else: %s',
    async (kind) => {
      const title = `Fetching content from: https://example.com/${'a'.repeat(500)}`;
      const content: ToolCallContent[] = [{ type: 'content', content: { type: 'text', text: 'As told' } }];
      for (const more of [{}, { rawInput: {} }, { rawInput: null, content }]) {
        const shown = await describeCall(call({ kind, title, ...more }), workspace);
        expect(shown).toMatchObject({ toolKind: kind, toolParameters: { title } });
      }
      const done = await describeCall(call({ kind, title }), workspace, true);
      expect(done.toolParameters, 'in the history').toEqual({});
      const locations = [{ path: join(workspace, 'old.txt') }];
      const at = async (title: string, isPast = false) =>
        (await describeCall(call({ kind, title, locations }), workspace, isPast)).toolParameters;
      expect(await at('Look')).toEqual({ paths: ['old.txt'] });
      expect(await at(title), 'of which a card shows only the beginning').toEqual({ paths: ['old.txt'], title });
      expect(await at(title, true)).toEqual({ paths: ['old.txt'] });
    },
  );

  describe('reads where and how a command runs from the text of an agent that gives it nowhere else', () => {
    const shown = (text: string, isPast = false) => {
      const content: ToolCallContent[] = [{ type: 'content', content: { type: 'text', text } }];
      return describeCall(call({ kind: 'execute', title: 'npm test', content }), workspace, isPast);
    };
    const command = 'npm test';

    it('which is the workspace itself, whatever the description', async () => {
      for (const more of ['', ' (Run the tests)', ' ([in x] (a) [background])']) {
        const { toolParameters, content } = await shown(`[current working directory ${workspace}]${more}`);
        expect([toolParameters, content]).toEqual([{ command }, `[current working directory .]${more}`]);
      }
      expect((await shown('')).toolParameters).toEqual({ command });
    });

    it('by its real path where a link leads to it', async () => {
      await mkdir(join(workspace, 'real'));
      await symlink('real', join(workspace, 'link'));
      const content: ToolCallContent[] = [
        { type: 'content', content: { type: 'text', text: `[current working directory ${join(workspace, 'real')}]` } },
      ];
      const run = call({ kind: 'execute', title: command, content });
      expect((await describeCall(run, join(workspace, 'link'))).toolParameters).toEqual({ command });
    });

    it.each([
      ['[in examples/evil]', { dir_path: 'examples/evil' }],
      ['[in examples/evil] (Run (all) the tests)', { dir_path: 'examples/evil' }],
      ['[in ../x y]', { dir_path: '../x y' }],
    ])('%s', async (text, beside) => {
      const { toolParameters, content } = await shown(text);
      expect([toolParameters, content]).toEqual([{ command, ...beside }, text]);
    });

    it('in the background, in the workspace or in a folder of it that is named in full', async () => {
      const background = { command, is_background: true };
      const own = `[current working directory ${workspace}]`;
      expect((await shown(`${own} [background]`)).toolParameters).toEqual(background);
      expect((await shown(`${own} (a) [b] [background]`)).toolParameters).toEqual({
        command,
        details: `${own} (a) [b] [background]`,
      });
      expect((await shown(`${own} (a [b]) [background]`)).toolParameters).toEqual(background);
      expect((await shown(`[in ${join(workspace, 'a')}]`)).toolParameters).toEqual({ command, dir_path: 'a' });
      expect((await shown(`[in ${workspace}]`)).toolParameters).toEqual({ command, dir_path: '.' });
    });

    it('behind a link, as for any other folder', async () => {
      await symlink('.git/hooks', join(workspace, 'made'));
      const leadsTo = ['.git/hooks'];
      expect((await shown('[in made]')).toolParameters).toEqual({ command, dir_path: 'made', leadsTo });
    });

    it.each([
      '[in .] (Run) ]',
      '[in .] (x] (Run)',
      '[in a[b]]',
      '[in a] [background]',
      '[in a] (Run them) [background]',
      '[in a] [background] [background]',
      '[in a] (Run [it])',
      '[in a]\n(Run)',
      '[in ]',
      '[current working directory /elsewhere]',
      '[Payload omitted due to length]',
      'Runs the tests',
    ])('and takes any other text for an argument that nobody knows: %s', async (text) => {
      const { toolParameters, content } = await shown(text);
      expect([toolParameters, content]).toEqual([{ command, details: text }, text]);
    });

    it('but not from what a command has printed', async () => {
      expect((await shown('[in a]', true)).toolParameters).toEqual({ command });
    });
  });

  it('says so where a number is not shown as it was given', async () => {
    const content = async (json: string, more: Partial<ToolCall> = {}) =>
      (await describeCall(call({ kind: 'execute', rawInput: JSON.parse(json), ...more }), workspace)).content;
    const one = '9007199254740992 stands for a number that is too large to be shown exactly.';
    expect(await content('{"of": [{"id": 9007199254740993}]}')).toBe(one);
    expect(await content('{"id": 9007199254740993}', { content: [diff('old.txt', 'x', 'before')] })).toBe(one);
    expect(await content('{"id": 1e400}')).toBe('null stands for a number that is too large to be shown exactly.');
    expect(await content('{"id": 9007199254740993, "to": -9007199254740993}')).toContain('2 numbers are too large');
    expect(await content('{"id": 9007199254740991, "part": 0.1, "text": "9007199254740993"}')).toBeNull();
  });

  it('names files relative to the workspace, and others in full', async () => {
    const title = join(workspace, 'old.txt');
    expect((await describeCall(call({ title, content: [diff('old.txt', 'x', 'before\n')] }), workspace)).title).toBe(
      'Edit old.txt',
    );
    const outside = { type: 'diff' as const, path: '/etc/passwd', newText: 'x' };
    expect((await describeCall(call({ content: [outside] }), workspace)).filePath).toBe('/etc/passwd');
  });

  it('names what a link leads to, as a name is all that rules and judgements go by', async () => {
    await mkdir(join(workspace, 'docs'));
    await writeFile(join(workspace, '.env'), 'TOKEN=1');
    await symlink('../.env', join(workspace, 'docs/notes.txt'));
    await symlink('../.git/hooks', join(workspace, 'docs/made'));
    const read = (rawInput: object) => describeCall(call({ kind: 'read', rawInput }), workspace);
    expect((await read({ path: 'docs/notes.txt' })).toolParameters).toEqual({
      path: 'docs/notes.txt',
      leadsTo: ['.env'],
    });
    for (const name of ['from', 'to', 'source', 'destination'])
      expect((await read({ [name]: 'docs/notes.txt' })).toolParameters).toMatchObject({ leadsTo: ['.env'] });
    expect((await read({ file_path: join(workspace, 'old.txt') })).toolParameters).toEqual({ file_path: 'old.txt' });
    const made = await describeCall(call({ content: [diff('docs/made/pre-commit', 'x', 'y')] }), workspace);
    expect(made.toolParameters).toMatchObject({ path: 'docs/made/pre-commit', leadsTo: ['.git/hooks/pre-commit'] });
    const both = await describeCall(
      call({ content: [diff('docs/made/pre-push', 'x', 'y'), diff('old.txt', 'b', 'a')] }),
      workspace,
    );
    expect(both.toolParameters).toMatchObject({ edits: [{}, {}], leadsTo: ['.git/hooks/pre-push'] });
    const run = await describeCall(
      call({ kind: 'execute', rawInput: { command: 'npm test', cwd: 'docs/made' } }),
      workspace,
    );
    expect(run.toolParameters).toEqual({ command: 'npm test', cwd: 'docs/made', leadsTo: ['.git/hooks'] });
    const many = `cat ${Array.from({ length: 200 }, (_, index) => `a${index}`).join(' ')} docs/notes.txt`;
    const commands = [
      'cat docs/notes.txt',
      'cat <docs/notes.txt|wc',
      ['cat', 'docs/notes.txt'],
      'cat docs/no""tes.txt',
      "cat docs/no'tes'.txt",
      'cat docs/no\\tes.txt',
      many,
      'cd docs && cat notes.txt',
      'git -C docs add notes.txt',
      'cd ./docs; cat ./notes.txt',
    ];
    for (const command of commands) {
      const cat = await describeCall(call({ kind: 'execute', rawInput: { command } }), workspace);
      expect(cat.toolParameters).toEqual({ command, leadsTo: ['.env'] });
    }
    const beside = { command: 'cat notes.txt', cwd: 'docs' };
    expect((await describeCall(call({ kind: 'execute', rawInput: beside }), workspace)).toolParameters).toEqual({
      ...beside,
      leadsTo: ['.env'],
    });
    const above = { command: 'cat docs/made/../config' };
    expect((await describeCall(call({ kind: 'execute', rawInput: above }), workspace)).toolParameters).toEqual({
      ...above,
      leadsTo: ['.git/config'],
    });
    const folders = Array.from({ length: 30 }, (_, index) => `cd a${index}; `).join('');
    // There are more folders than the runner looks at, so where they lead is unknown.
    for (const command of ['cd '.repeat(20_000), `${folders}cd docs && cat notes.txt`]) {
      const lost = await describeCall(call({ kind: 'execute', rawInput: { command } }), workspace);
      expect(lost.toolParameters).toEqual({ command, leadsTo: ['/'] });
    }
    const still = { command: `${'cd .; '.repeat(30)}cd docs && cat notes.txt` };
    expect((await describeCall(call({ kind: 'execute', rawInput: still }), workspace)).toolParameters).toEqual({
      ...still,
      leadsTo: ['.env'],
    });
    await mkdir(join(workspace, 'node_modules/.bin'), { recursive: true });
    await symlink('../tool/cli.js', join(workspace, 'node_modules/.bin/tool'));
    const tool = { command: 'node_modules/.bin/tool --flag' };
    expect((await describeCall(call({ kind: 'execute', rawInput: tool }), workspace)).toolParameters).toEqual(tool);
    // An agent that says so itself is not believed.
    const said = await read({ path: 'docs/notes.txt', leadsTo: ['old.txt'] });
    expect(said.toolParameters).toMatchObject({ leadsTo: ['.env'], arguments: { leadsTo: ['old.txt'] } });
    const alone = await read({ path: 'old.txt', leadsTo: ['other.txt'] });
    expect(alone.toolParameters).toEqual({ arguments: { path: 'old.txt', leadsTo: ['other.txt'] } });
  });

  describe('names what a link leads to in a command, whatever the link is called', () => {
    const leadsTo = async (command: string | string[]) => {
      const { toolParameters } = await describeCall(call({ kind: 'execute', rawInput: { command } }), workspace);
      return (toolParameters as { leadsTo?: string[] }).leadsTo;
    };

    it.each([
      ['docs/release notes.txt', "cat 'docs/release notes.txt'"],
      ['docs/release notes.txt', 'cat "docs/release notes.txt"'],
      ['docs/release notes.txt', String.raw`cat docs/release\ notes.txt`],
      ['docs/release notes.txt', `cat docs/release' 'notes.txt`],
      ['docs/release notes.txt', ['cat', 'docs/release notes.txt']],
      ['docs/release notes.txt', "timeout 5 cat -n <'docs/release notes.txt'|wc"],
      ['docs/release notes.txt', `bash -lc 'cat "docs/release notes.txt"'`],
      ['docs/release notes.txt', ['bash', '-lc', "cat 'docs/release notes.txt'"]],
      ['docs/release notes.txt', ['bash', '-lc', String.raw`sh -c "cat docs/release\\ notes.txt"`]],
      ['docs/release notes.txt', "head -c 'docs/release notes.txt'"],
      ['docs/release notes.txt', "tsc --outFile='docs/release notes.txt'"],
      ['docs/release notes.txt', "gcc a.c -o'docs/release notes.txt'"],
      ['docs/notes.txt', 'gcc a.c -odocs/notes.txt'],
      ["docs/it's.txt", `cat "docs/it's.txt"`],
      ["docs/it's.txt", String.raw`cat docs/it\'s.txt`],
      ["docs/it's.txt", String.raw`cat 'docs/it'\''s.txt'`],
      ['docs/notes (1).txt', "cat 'docs/notes (1).txt'"],
      ['docs/a&b;c|d<e>f.txt', "cat 'docs/a&b;c|d<e>f.txt'"],
      ['docs/a&b;c|d<e>f.txt', String.raw`cat docs/a\&b\;c\|d\<e\>f.txt`],
      ['docs/"a".txt', `cat 'docs/"a".txt'`],
      ['docs/"a".txt', String.raw`cat "docs/\"a\".txt"`],
      [String.raw`docs/a\b.txt`, String.raw`cat "docs/a\b.txt"`],
      [String.raw`docs/a\b.txt`, String.raw`cat docs/a\\b.txt`],
      ['docs/-n', 'cd docs && cat -- -n'],
      ['-n', 'cat -- -n'],
      ['docs/notes.txt', 'cat docs/{notes,a}.txt'],
      ['docs/notes.txt', 'cat {docs,a}/{notes,b}.txt'],
      ['my docs/notes.txt', 'cat "my docs"/{notes.txt,a}'],
      ['docs/notes.txt', 'gcc -o{docs/notes.txt,a} a.c'],
      ['my docs/notes.txt', "cd 'my docs' && cat notes.txt"],
      ['my docs/sub folder/notes.txt', String.raw`cd my\ docs; cd "sub folder"; cat notes.txt`],
      ['my docs/notes.txt', ['bash', '-lc', 'cd "my docs" && cat notes.txt']],
      ['docs/notes.txt', 'cd gone; cd docs; cat notes.txt'],
      ['docs/sub/notes.txt', 'cd gone || cd docs; cd sub; cat notes.txt'],
      ['docs/sub/notes.txt', 'cd docs && (cd other && ls); cd sub && cat notes.txt'],
      ['docs/notes.txt', 'cd 2>/dev/null docs && cat notes.txt'],
      ['docs/notes.txt', 'cd >/dev/null 2>&1 docs && cat notes.txt'],
      ['docs/notes.txt', "bash -lc 'cd 2>/dev/null docs && cat notes.txt'"],
      ['docs/notes.txt', 'cd -P docs && cat notes.txt'],
      ['docs/notes.txt', 'cd -L -- docs && cat notes.txt'],
      ['docs/notes.txt', 'env --chdir=docs cat notes.txt'],
      ['docs/notes.txt', 'npm --prefix docs run read -- notes.txt'],
      ['docs/notes.txt', 'make -Cdocs notes.txt'],
      ['my docs/notes.txt', "env --chdir='my docs' cat notes.txt"],
      ['docs/notes.txt', 'grep -vnfdocs/notes.txt old.txt'],
      ['my docs/notes.txt', "grep -vnf'my docs/notes.txt' old.txt"],
    ])('%j in %j', async (link, command) => {
      await mkdir(join(workspace, dirname(link)), { recursive: true });
      await writeFile(join(workspace, '.env'), 'TOKEN=1');
      await symlink(relative(dirname(link), '.env'), join(workspace, link));
      expect(await leadsTo(command)).toEqual(['.env']);
    });

    it('in a folder that it enters from the one that it runs in', async () => {
      await mkdir(join(workspace, 'docs/sub'), { recursive: true });
      await writeFile(join(workspace, '.env'), 'TOKEN=1');
      await symlink('../../.env', join(workspace, 'docs/sub/notes.txt'));
      const command = 'cd sub && cat notes.txt';
      for (const cwd of ['docs', './docs', join(workspace, 'docs')]) {
        const { toolParameters } = await describeCall(call({ kind: 'execute', rawInput: { command, cwd } }), workspace);
        expect(toolParameters, cwd).toMatchObject({ command, leadsTo: ['.env'] });
      }
      expect(await leadsTo('cd a && cd b && cd c && cd d && cd e && cat old.txt')).toBeUndefined();
    });

    it('and says that nobody knows in a folder whose name the shell fills in', async () => {
      for (const folder of ['d*s', 'd?cs', '[d]ocs', '{docs,}'])
        expect(await leadsTo(`cd ${folder} && cat notes.txt`), folder).toEqual(['/']);
      for (const folder of ['[id]', 'app/[...slug]', '${A}'])
        expect(await leadsTo(`cd ${folder} && cat notes.txt`), folder).toBeUndefined();
    });

    it('but a text that is written enters no folder', async () => {
      for (const text of [
        "cat > a.md <<'EOF'\n# Set up\n\ncd {name}\nit's `cd x*`\nEOF",
        'cat > a.md <<-EOF && ls\n\tcd {name}\n\tEOF\necho done',
        "cat <<'A' > a.md\ncd {a,b}\nA\ncat <<'B' > b.md\ncd x*\nB",
        'cat <<EOF \\\n  > a.md\ncd {name}\nEOF\n',
      ])
        expect(await leadsTo(text), text).toBeUndefined();
      for (const text of [
        'cat > a.md <<EOF\ncd {name}\nEOF\ncd d*s && cat notes.txt',
        "# cat <<'EOF'\ncd d*s && cat notes.txt\n# EOF\nEOF",
        'echo "<<EOF"\ncd d*s && cat notes.txt\nEOF',
        'echo $((1<<EOF))\ncd d*s && cat notes.txt\nEOF',
        'echo $[1<<EOF]\ncd d*s && cat notes.txt\nEOF]',
        'a[1<<EOF]=2\ncd d*s && cat notes.txt\nEOF]=2',
        'cat <<<EOF\ncd d*s && cat notes.txt\nEOF',
        "echo $'\\'' <<'EOF'\ncd d*s && cat notes.txt\nEOF\n'",
        'cat <<A <<B\nA\ncd d*s\nB\ncd {x,y}',
        'cat <<EOF\ncd {name}\n EOF',
        'cat << -EOF\ncd {name}\n\t-EOF',
      ])
        expect(await leadsTo(text), text).toEqual(['/']);
    });

    it('also where something is written', async () => {
      await mkdir(join(workspace, 'docs'));
      await symlink('../.git/hooks/pre-commit', join(workspace, 'docs/my notes.md'));
      expect(await leadsTo("echo x > 'docs/my notes.md'")).toEqual(['.git/hooks/pre-commit']);
    });

    it('with a / at the end where that is a folder, and names a folder that is named like a file', async () => {
      await mkdir(join(workspace, 'docs/a.md'), { recursive: true });
      await mkdir(join(workspace, 'example.com'));
      await symlink('docs', join(workspace, 'notes.md'));
      await symlink('..', join(workspace, 'docs/all.md'));
      await symlink('/', join(workspace, 'root.md'));
      await symlink('docs/gone', join(workspace, 'gone.md'));
      expect(await leadsTo('rg . notes.md')).toEqual(['docs/']);
      expect(await leadsTo('rg . docs/all.md')).toEqual(['./']);
      expect(await leadsTo('rg . root.md gone.md')).toEqual(['/', 'docs/gone']);
      expect(await leadsTo('diff docs/a.md old.txt')).toEqual(['docs/a.md/']);
      expect(await leadsTo('cd docs && diff a.md ../old.txt')).toEqual(['docs/a.md/']);
      expect(await leadsTo('rg . docs example.com old.txt')).toBeUndefined();
    });

    it('in little time, however its quotes are set', async () => {
      for (const part of ["'", '"', '\\', '"\\', `'"`, '\\"\'', "-c '", 'a', "a'b c\\'", '(', '{a,b} ', '{a..z}']) {
        const begun = process.cpuUsage();
        await leadsTo(`cat ${part.repeat(100_000 / part.length)}`);
        expect(process.cpuUsage(begun).user / 1_000, `milliseconds for ${part}`).toBeLessThan(1_000);
      }
    });
  });

  it('reads nothing through a link that leads out of the workspace', async () => {
    await symlink('/etc/hostname', join(workspace, 'link'));
    const shown = await describeCall(call({ content: [diff('link', 'x')] }), workspace);
    expect(shown.type).toBe('file_creation');
  });

  it('shows the arguments beside a change, except those that are the change itself', async () => {
    const rawInput = {
      file_path: join(workspace, 'old.txt'),
      old_string: 'before',
      new_string: 'after',
      diff: 'Index: old.txt\n--- a\n+++ b\n@@ -1,1 +1,1 @@\n-before\n+after\n',
      replace_all: true,
    };
    const shown = await describeCall(call({ content: [diff('old.txt', 'after', 'before')], rawInput }), workspace);
    expect(shown.toolParameters).toEqual({ path: 'old.txt', oldText: 'before', newText: 'after', replace_all: true });
    const created = await describeCall(
      call({
        content: [diff('run.sh', 'ls')],
        rawInput: { filePath: join(workspace, 'run.sh'), content: 'ls', mode: '0755' },
      }),
      workspace,
    );
    expect(created.toolParameters).toEqual({ path: 'run.sh', mode: '0755' });
  });

  it.each([
    ['another path', { path: '/etc/passwd' }],
    ['another text', { newText: 'rm -r .' }],
    ['other edits', { edits: [{ path: 'x' }] }],
  ])('shows beside a change an argument that could be mistaken for it: %s', async (_what, rawInput) => {
    const shown = await describeCall(call({ content: [diff('old.txt', 'after', 'before')], rawInput }), workspace);
    const change = { path: 'old.txt', oldText: 'before', newText: 'after' };
    expect(shown.toolParameters).toEqual({ ...change, arguments: rawInput });
  });

  it('shows a patch beside a change if it says anything else', async () => {
    const rawInput = { diff: '@@ -1,1 +1,1 @@\n-before\n+rm -r .\n' };
    const shown = await describeCall(call({ content: [diff('old.txt', 'after', 'before')], rawInput }), workspace);
    expect(shown.toolParameters).toMatchObject(rawInput);
  });

  it('names places in the workspace relative to it, and leaves commands as they are', async () => {
    const command = `cat ${join(workspace, 'old.txt')}`;
    const rawInput = { command, cwd: workspace, workdir: join(workspace, 'app'), filePath: '/etc/hosts' };
    const content: ToolCallContent[] = [{ type: 'content', content: { type: 'text', text: `[in ${workspace}]` } }];
    const shown = await describeCall(call({ kind: 'execute', title: command, rawInput, content }), workspace);
    expect(shown).toMatchObject({
      title: 'cat old.txt',
      content: '[in .]',
      toolParameters: { command, cwd: '.', workdir: 'app', filePath: '/etc/hosts' },
    });
  });

  it("gives a command's output that came in pieces outside the protocol", () => {
    const piece = (data: string) => ({ toolCallId: '1', _meta: { terminal_output_delta: { data, terminal_id: '1' } } });
    const ended = ['one\n', 'two\n']
      .map(piece)
      .reduce((known, update) => mergeCall(known, update), call({ kind: 'execute' }));
    const told = mergeCall(ended, { toolCallId: '1', status: 'failed', _meta: { terminal_exit: { exit_code: 3 } } });
    expect(responseOf(told)).toEqual({ status: 'failed', output: 'one\ntwo\n' });
  });

  it.each([
    ['all of it', 'one\ntwo\n'],
    ['its end', '...\n\ntwo\n'],
  ])("gives a command's output once where its agent gives %s twice", (_what, again) => {
    const of = (output: string) => ({ output: 'one\ntwo\n', metadata: { output, exit: 0, truncated: true } });
    const told = (rawOutput: unknown) => responseOf(call({ kind: 'execute', status: 'completed', rawOutput }));
    expect(told(of(again))).toEqual({ output: 'one\ntwo\n', metadata: { exit: 0, truncated: true } });
    expect(told(of('three')), 'something else').toEqual(of('three'));
  });
});
