import type { RulePattern } from '@countersign/contract';
import { describe, expect, it, test } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import { delicatePaths } from '../testing/smuggled.ts';
import { judge } from './judge.ts';
import { matches, proposePatterns, whyNoRule, type Asked } from './match-rule.ts';
import { isOfPattern } from './path-pattern.ts';

describe('a rule about files', () => {
  const edit = (path: string, more: object = {}): Asked => ({
    ...toolCall,
    toolKind: 'edit',
    parameters: { path, oldText: 'a', newText: 'b', ...more },
  });
  const all: RulePattern = { kind: 'file', act: 'edit', path: '**' };

  it.each(['src/a.ts', 'a/b/c.md', './src/a.ts'])('%s is one of the workspace', (path) => {
    expect(matches(all, edit(path))).toBe(true);
    expect(matches({ ...all, act: 'read' }, edit(path))).toBe(false);
  });

  it.each(delicatePaths)('%j is covered by no pattern', (path) => {
    expect(matches(all, edit(path))).toBe(false);
    expect(matches({ ...all, path: path === '' ? '*' : path }, edit(path))).toBe(false);
  });

  test('what a link leads to must be of the pattern, too, and counts in the judgement', () => {
    const src: RulePattern = { kind: 'file', act: 'edit', path: 'src/**' };
    const through = (...leadsTo: string[]) => edit('src/a.ts', { leadsTo });
    expect(matches(src, through('src/b.ts'))).toBe(true);
    for (const place of ['b.ts', '.env', 'src/.env', '.git/hooks/pre-commit', '/etc/passwd']) {
      expect(matches(src, through(place)), place).toBe(false);
    }
    const read: Asked = { ...toolCall, toolKind: 'read', parameters: { path: 'docs/notes.txt', leadsTo: ['.env'] } };
    expect(judge(read, null)).toMatchObject({ judged: true, level: 'high' });
    expect(matches({ ...all, act: 'read' }, read)).toBe(false);
    const run = (...leadsTo: unknown[]): Asked => ({
      ...toolCall,
      toolKind: 'execute',
      parameters: { command: 'cat a', leadsTo },
    });
    const levelOf = (asked: Asked) => (judge(asked, null).judged ? judge(asked, null).level : 'not judged');
    expect([run('b'), run('.env'), run('/etc/passwd'), run(1)].map(levelOf)).toEqual([
      'low',
      'high',
      'medium',
      'not judged',
    ]);
    const write = (place: string): Asked => ({ ...run(), parameters: { command: 'cp a b', leadsTo: [place] } });
    expect(
      [write('c'), write('.github/workflows/ci.yml'), write('/etc/passwd')].map(levelOf),
      'may write there',
    ).toEqual(['medium', 'high', 'high']);
    const named = (command: string, ...leadsTo: string[]): Asked => ({ ...run(), parameters: { command, leadsTo } });
    expect(
      [
        named('rg . notes.md', 'docs'),
        named('rg . notes.md', 'docs/'),
        named('diff a.md b.md', '/etc/'),
        named('ls notes.md && rg . a.md', 'docs/'),
        named('rg --files notes.md', 'docs/'),
        named('ls notes.md', 'docs/'),
        named('cd notes.md && cat a.ts', 'docs/'),
        named('ls notes.md', '.ssh/'),
        named('cp -r notes.md web', 'docs/'),
        named('cp -r notes.md web', 'docs'),
        named('cp notes.md web', 'docs/'),
        named('cp a/package.json notes.md', './'),
        named('cp a/package.json notes.md', 'b.md'),
        named('tee notes.md', '.git/hooks/'),
      ].map(levelOf),
      'a folder that is named like a file',
    ).toEqual([
      ...['low', 'medium', 'medium', 'medium', 'low', 'low', 'low', 'high'],
      ...['not judged', 'medium', 'medium', 'not judged', 'medium', 'high'],
    ]);
    const cat: RulePattern = { kind: 'command', words: ['cat'], rest: 'paths' };
    expect(matches(cat, { ...run(), parameters: { command: 'cat a' } })).toBe(true);
    expect(matches(cat, run('b'))).toBe(false);
  });

  test('of a request about several files each must be one of the pattern, and its parameters be known', () => {
    const src: RulePattern = { kind: 'file', act: 'edit', path: 'src/**' };
    const several = (...paths: string[]): Asked => ({
      ...edit(''),
      parameters: { edits: paths.map((path) => ({ path, oldText: null, newText: 'x' })) },
    });
    expect(matches(src, several('src/a.ts', 'src/b.ts'))).toBe(true);
    expect(matches(src, several('src/a.ts', 'b.ts'))).toBe(false);
    const beside = (...edits: unknown[]) => matches(src, { ...edit(''), parameters: { file_path: 'src/a.ts', edits } });
    expect(beside({ path: 'src/b.ts', oldText: 'a', newText: 'b' }, { old_string: 'a', new_string: 'b' })).toBe(true);
    expect(beside({ path: 'b.ts', oldText: 'a', newText: 'b' })).toBe(false);
    expect(
      beside({ path: 'src/b.ts', oldText: 'a', newText: 'b' }, { path: 'package.json', oldText: 'a', newText: 'b' }),
    ).toBe(false);
    expect(beside({ file_path: 'src/b.ts', old_string: 'a', new_string: 'b' })).toBe(false);
    expect(matches(src, edit('src/a.ts', { mode: '777' }))).toBe(false);
    expect(matches(src, edit('src/a.ts', { newText: '' }))).toBe(false);
    expect(matches(src, edit('src/a.ts', { newText: '\n' }))).toBe(false);
    expect(matches(src, { ...edit(''), parameters: { path: 'src/a.ts', content: '' } })).toBe(false);
    expect(matches(src, { ...edit('src/a.ts'), fileContent: ' ' })).toBe(false);
    expect(beside({ old_string: 'a', new_string: '' })).toBe(false);
    expect(matches(src, { ...edit('src/a.ts'), filePath: 'b.ts' })).toBe(false);
  });

  test('a rule about reading lets no file be written, whatever the request calls itself', () => {
    const reads: RulePattern = { kind: 'file', act: 'read', path: '**' };
    const read: Asked = { ...toolCall, toolKind: 'read', parameters: { path: 'src/a.ts' }, filePath: 'src/a.ts' };
    expect(matches(reads, read)).toBe(true);
    for (const brought of [{ type: 'file_creation' as const }, { fileContent: 'x' }, { fileContent: '' }]) {
      expect(matches(reads, { ...read, ...brought })).toBe(false);
      expect(proposePatterns({ ...read, ...brought })).toEqual([]);
      const command = {
        ...read,
        ...brought,
        toolKind: 'execute',
        parameters: { command: 'ls' },
        filePath: null,
      } as const;
      expect(matches({ kind: 'command', words: ['ls'], rest: 'none' }, command)).toBe(false);
    }
  });

  it.each(['package.json', '.github/**', '**/*.sh', 'a/node_modules/**', 'secrets/*.json', '.env*', '*.config.*'])(
    'is refused where it would never let anything pass: %s',
    (path) => expect(whyNoRule({ kind: 'file', act: 'edit', path })).toMatch(/^No rule can cover these files/),
  );

  it.each(['**', '*', 'src/**', '**/*.ts', 'src/secrets/*', 'hooks/**', 'build/**', 'Makefile*', 'package*'])(
    'is accepted where there are files for it: %s',
    (path) => expect(whyNoRule({ kind: 'file', act: 'read', path })).toBeNull(),
  );

  it.each([
    ['src/*', 'src/a.ts', true],
    ['src/*', 'src/b/a.ts', false],
    ['src/**', 'src/b/a.ts', true],
    ['src/**', 'src', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/b/a.ts', true],
    ['**/*.ts', 'src/b/a.js', false],
    ['src/**/x/*.md', 'src/x/a.md', true],
    ['src/**/x/*.md', 'src/y/z/x/a.md', true],
    ['a*b*c.ts', 'aXbXc.ts', true],
    ['a*b*c.ts', 'abc.ts', true],
    ['a*a.ts', 'a.ts', false],
    ['src/a.ts', 'src/a.ts', true],
    ['src/a.ts', 'src/aXts', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(isOfPattern(pattern, path.split('/'))).toBe(expected);
  });
});
