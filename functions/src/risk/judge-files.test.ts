import { type ToolKind, toolKinds } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import type { Act } from './act.ts';
import { judge } from './judge.ts';

const judgeAct = (toolKind: ToolKind | null, parameters: unknown, filePath: string | null = null) =>
  judge({ ...toolCall, toolKind, parameters, filePath }, null);

/** Kinds of acts that agents name; others have a level of their own, whatever they contain. */
const toolKindsWithTitle = ([null, ...toolKinds] as const)
  .filter((kind) => !['fetch', 'switch_mode', 'delete', 'publish', 'budget', 'limits'].includes(kind ?? ''))
  .map((kind): [ToolKind | null, unknown] => [kind, { title: 'Search the web' }]);

describe('an act without a command', () => {
  it('that starts a task says that it approves none of its steps', () => {
    expect(judgeAct('start', null).reasons).toMatchObject([{ text: 'Starts the task; approves none of its steps' }]);
  });

  it.each<[ToolKind | null, unknown, string]>([
    ['start', null, 'low'],
    ['think', { thought: 'Hm' }, 'low'],
    ['read', { file_path: 'src/a.ts', offset: 1 }, 'low'],
    ['search', { pattern: 'x', path: 'src' }, 'low'],
    ['read', { path: '/etc/hosts' }, 'medium'],
    ['search', { pattern: '/etc/*' }, 'medium'],
    ['search', { pattern: 'src/../../*' }, 'medium'],
    ['edit', { path: 'src/a.ts', oldText: 'a', newText: 'b' }, 'medium'],
    ['edit', { edits: [{ path: 'a', oldText: null, newText: 'b' }] }, 'medium'],
    ['move', { from: 'a', to: 'b' }, 'medium'],
    ['read', { path: '.env' }, 'high'],
    ['edit', { path: '.git/hooks/pre-commit', oldText: null, newText: 'x' }, 'high'],
    [
      'edit',
      {
        edits: [
          { path: 'a', oldText: null, newText: 'b' },
          { path: 'package.json', oldText: 'a', newText: 'b' },
        ],
      },
      'high',
    ],
    // Edits that name files besides the path outside.
    ['edit', { file_path: 'src/a.ts', edits: [{ path: 'package.json', oldText: 'a', newText: 'b' }] }, 'high'],
    ['edit', { file_path: 'src/a.ts', edits: [{ path: 'src/b.ts', oldText: 'a', newText: 'b' }] }, 'medium'],
    ['edit', { file_path: 'src/a.ts', edits: [{ old_string: 'a', new_string: 'b', replace_all: true }] }, 'medium'],
    ['search', { pattern: 'x', include: ['src/*', '/etc/*'] }, 'medium'],
    ['search', { pattern: 'x', path: 'src', ignore: ['dist'] }, 'low'],
    ['search', { pattern: 'x', glob: '*.ts' }, 'low'],
    ['search', { pattern: 'x', glob: '.env' }, 'high'],
    ['search', { pattern: 'x', glob: '*.{pem,key}' }, 'high'],
    ['search', { pattern: 'x', include: ['*.ts', '.e*'] }, 'high'],
    ['edit', { path: '../a', oldText: null, newText: 'x' }, 'high'],
    ['edit', { path: 'a', oldText: 'all of it', newText: '' }, 'high'],
    ['edit', { path: '.GitHub/Workflows/x.yml', oldText: null, newText: 'x' }, 'high'],
    ['move', { from: 'a', to: '/etc/a' }, 'high'],
    ['delete', { path: 'a' }, 'high'],
    ['fetch', { url: 'https://example.com' }, 'high'],
    ['switch_mode', null, 'high'],
    ['publish', { branch: 'a' }, 'high'],
  ])('%s %j is %s', (kind, parameters, level) => {
    expect(judgeAct(kind, parameters)).toMatchObject({ level, judged: true });
  });

  it.each<[ToolKind | null, unknown]>([
    [null, null],
    ['other', { a: 1 }],
    ['execute', null],
    ['execute', { command: 1 }],
    ['execute', { cmd: 'ls' }],
    ['read', {}],
    ['read', null],
    ['read', 'a'],
    ['read', { path: 1 }],
    ['read', { path: 'a', command: { x: 1 } }],
    ['read', { path: 'a', shell: 'rm' }],
    ['edit', { a: 1 }],
    ['edit', { file_path: 'src/a.ts', edits: [{ file_path: 'package.json', old_string: 'a', new_string: 'b' }] }],
    ['edit', { file_path: 'src/a.ts', edits: [{ path: 'b', oldText: 'a', newText: 'b', file: 'package.json' }] }],
    ['edit', { file_path: 'src/a.ts', edits: { path: 'package.json' } }],
    ['edit', { file_path: 'src/a.ts', edits: ['package.json'] }],
    ['edit', { file_path: 'src/a.ts', edits: [] }],
    [
      'edit',
      {
        edits: [
          { path: 'a', oldText: 'a', newText: 'b' },
          { old_string: 'a', new_string: 'b' },
        ],
      },
    ],
    ['edit', { path: 'a', content: { path: 'package.json' } }],
    ['edit', { path: 'a', content: ['package.json'] }],
    ['read', { path: 'a', offset: { path: '.env' } }],
    ['search', { path: 'src', include: [{ path: '.env' }] }],
    // What an agent asks for that says what it does in a title alone.
    ['read', { title: 'a' }],
    ['search', { title: 'a' }],
    ['edit', { title: 'a' }],
    ['other', { title: 'a' }],
    ['think', { tool: 'rm' }],
    // What an agent calls it does not say what it does.
    ...toolKindsWithTitle,
    ['think', { title: 'Ponder', thought: 'Hm' }],
    ['think', {}],
    ['think', null],
    ['search', {}],
    ['search', null],
    ['start', { command: 1 }],
  ])('%s %j cannot be judged', (kind, parameters) => {
    expect(judgeAct(kind, parameters)).toMatchObject({ level: 'high', judged: false });
  });

  it('is judged as a command where it carries one', () => {
    expect(judgeAct('read', { path: 'a', command: 'rm a' })).toMatchObject({ level: 'high', judged: true });
    expect(judgeAct('think', { command: 'rm a' }).level).toBe('high');
  });

  it.each<ToolKind | null>(['read', 'search', 'fetch', 'think', 'start', 'execute', 'move', 'other', null])(
    'cannot be judged where it brings a file and is of kind %s',
    (toolKind) => {
      const asked = { ...toolCall, toolKind, parameters: { path: 'src/a.ts' }, filePath: 'src/a.ts' };
      for (const brought of [{ type: 'file_creation' as const }, { fileContent: 'x' }, { fileContent: '' }]) {
        const { level, reasons } = judge({ ...asked, ...brought }, null);
        expect(level).toBe('high');
        expect(reasons.map(({ text }) => text)).toContain('Contains a file, but does not say that it changes files');
      }
    },
  );

  it('is of medium risk where it says that it creates a file', () => {
    const created = { type: 'file_creation', toolKind: 'edit', parameters: null } as const;
    const file = { filePath: 'src/a.ts', fileContent: 'x' };
    expect(judge({ ...created, ...file }, null)).toMatchObject({ level: 'medium', judged: true });
  });

  describe('that leaves nothing is reported, and is high where that is all of a file, however it is spelled', () => {
    const edit = (parameters: object | null, more: Partial<Act> = {}) =>
      judge({ ...toolCall, toolKind: 'edit', parameters, filePath: 'src/a.ts', ...more }, null);
    const said = (text: string, level = 'high') => ({
      ...{ level, judged: true },
      reasons: [{ text }, { text: 'Changes files in the workspace' }],
    });
    const blanks = ['', ' ', '\n\n', ' \r\n\t', '\u00a0', '\u200b\n'];

    it.each(blanks)('%j in place of what was there', (text) => {
      for (const parameters of [
        { path: 'src/a.ts', oldText: 'a', newText: text },
        { edits: [{ path: 'src/a.ts', oldText: 'a', newText: text }] },
      ])
        expect(edit(parameters)).toMatchObject(
          text === '' ? said('Empties a file') : said('Removes a passage', 'medium'),
        );
      for (const parameters of [
        { oldString: 'a', newString: text },
        { old_string: 'a', new_string: text },
        {
          edits: [
            { old_string: 'a', new_string: 'b' },
            { old_string: 'a', new_string: text },
          ],
        },
      ])
        expect(edit({ path: 'src/a.ts', ...parameters })).toMatchObject(said('Removes a passage', 'medium'));
    });

    it.each(blanks)('%j in place of what the runner has seen to be a passage', (text) => {
      const passage = { path: 'src/a.ts', oldText: 'a', newText: text, isPassage: true };
      for (const parameters of [passage, { edits: [passage, { ...passage, newText: 'b' }] }])
        expect(edit(parameters)).toMatchObject(said('Removes a passage', 'medium'));
      for (const parameters of [
        { ...passage, oldText: '' },
        { path: 'src/a.ts', content: text, isPassage: true },
        { edits: [passage, { path: 'src/b.ts', oldText: 'a', newText: '' }] },
      ])
        expect(edit(parameters)).toMatchObject({ level: 'high' });
      // What an agent says by itself is not the runner's word.
      const own = { path: 'src/a.ts', oldText: 'a', newText: text, arguments: { isPassage: true } };
      expect(edit(own)).toMatchObject({ level: 'high' });
    });

    it.each(blanks)('%j as the whole of it', (text) => {
      for (const name of ['content', 'contents', 'new_source', 'newText', 'new_string', 'newString'])
        expect(edit({ path: 'src/a.ts', [name]: text })).toMatchObject(said('Leaves a file empty'));
      expect(edit({ path: 'src/a.ts' }, { fileContent: text })).toMatchObject(said('Leaves a file empty'));
      const created = edit(null, { type: 'file_creation', fileContent: text });
      expect(created).toMatchObject(said('Creates an empty file', 'medium'));
    });

    it('nothing as the whole of it', () => {
      expect(edit({ content: null })).toMatchObject(said('Leaves a file empty'));
      expect(edit(null, { type: 'file_creation' })).toMatchObject(said('Creates an empty file', 'medium'));
    });

    it('and what writes anything is not', () => {
      for (const parameters of [
        { content: ' x\n' },
        { oldText: '', newText: 'x' },
        { oldText: 'a', newText: '0' },
        { edits: [{ path: 'a', oldText: null, newText: 'b' }] },
      ])
        expect(edit(parameters)).toMatchObject({ level: 'medium', judged: true });
      expect(edit(null, { type: 'file_creation', fileContent: 'x' })).toMatchObject({ level: 'medium' });
      expect(edit({ content: 'x' }, { type: 'file_creation' })).toMatchObject({ level: 'medium' });
    });
  });

  it('is judged by the path beside its parameters, too', () => {
    expect(judgeAct('edit', { path: 'a' }, '.npmrc')).toMatchObject({ level: 'high', judged: true });
  });
});
