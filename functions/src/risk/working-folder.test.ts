import type { RulePattern } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import { judge } from './judge.ts';
import { matches } from './match-rule.ts';

const judged = (command: string, beside: object = {}) =>
  judge({ ...toolCall, toolKind: 'execute', parameters: { command, ...beside } }, 'task/workspace').level;

describe('where a command goes on', () => {
  test.each([
    ['command cd / && echo a > etc/b', 'high'],
    ['command cd .. && touch a', 'high'],
    ['command -p cd / && touch a', 'high'],
    ['command cd src && cat a', 'low'],
    ['command -v cd && ls', 'low'],
    ['cd .codex && cat auth.json', 'high'],
    ['cd .ssh && cat config', 'high'],
    ['git -C .codex show HEAD:auth.json', 'high'],
    ['cd .git && cat config', 'high'],
    ['cd a && cd .git && cat ./config', 'high'],
    ['cd .git; cd src; cat config', 'high'],
    ['cd /x/task/workspace/.git && cat config', 'high'],
    ['cd .git/hooks && cat ../config', 'high'],
    ["sh -c 'cd .git && cat config'", 'high'],
    ['cd .git && cat < config', 'high'],
    ['cd .m2 && cat settings.xml', 'high'],
    ['cd .m2 && cat {settings.xml,a}', 'high'],
    ['cd gh && cat hosts.yml', 'high'],
    ['cd .git && cat HEAD', 'low'],
    ['cd .git && ls hooks', 'low'],
    ['cd src && cat config', 'low'],
    ['cd .git && echo x >> config', 'high'],
    ['cd .github/workflows && echo x > a.yml', 'high'],
    ['cd .git/hooks && touch x', 'high'],
    ['cd .vscode && tee tasks.json', 'high'],
    ['cd .git && gcc a.c -o hooks/pre-commit', 'high'],
    ['cd src && touch x', 'medium'],
    ['cd web && npm test', 'medium'],
    ['git -C .github mv a b', 'high'],
    ['git -C /tmp mv a b', 'high'],
    ['git -C web mv a b; touch x', 'medium'],
  ])('%s: %s', (command, level) => expect(judged(command)).toBe(level));

  test('a folder in which secrets are kept counts, whatever the names in it', () => {
    expect(judged('cat config', { cwd: '.ssh' })).toBe('high');
    expect(judged('cat config', { cwd: '/home/ada/.aws' })).toBe('high');
    expect(judged('cat auth.json', { workdir: '.codex' })).toBe('high');
    expect(judged('cat auth.json', { cwd: 'locales' })).toBe('low');
  });

  test('a name in the working folder is what it is together with its folder', () => {
    expect(judged('cat config', { cwd: '.git' })).toBe('high');
    expect(judged('cat settings.xml', { cwd: '/home/ada/.m2' })).toBe('high');
    expect(judged('tee config', { cwd: '.git' })).toBe('high');
    expect(judged('touch a.yml', { cwd: '.github/workflows' })).toBe('high');
    expect(judged('tee settings.json', { cwd: '.claude' })).toBe('high');
    expect(judged('tee a.txt', { cwd: 'docs' })).toBe('medium');
    // Links are said from the workspace.
    expect(judged('cat a', { cwd: '.m2', leadsTo: ['settings.xml'] })).toBe('low');
  });

  test('a name in a folder behind a link is what it is where that leads', () => {
    const through = (command: string, leadsTo: string[], beside = {}) => judged(command, { ...beside, leadsTo });
    expect(through('cd docs && cat config', ['.git/'])).toBe('high');
    expect(through('cat auth.json', ['.codex/'], { cwd: 'docs' })).toBe('high');
    expect(through('cd docs && cat < settings.xml', ['.m2/'])).toBe('high');
    expect(through('git -C docs show HEAD:auth.json', ['.codex/'])).toBe('high');
    expect(through('cd docs && cat a.txt', ['.git/'])).toBe('low');
    expect(through('cd docs && cat config', ['other/'])).toBe('low');
    expect(through('cat docs/a.txt config', ['.git/']), 'it enters none').toBe('low');
  });

  test('a folder behind `..` is another one where a link is on the way', () => {
    expect(judged('ls', { cwd: 'a' })).toBe('low');
    expect(judged('ls', { cwd: 'a/..' })).toBe('medium');
    const pattern: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
    const asked = (cwd: string) =>
      ({ ...toolCall, toolKind: 'execute', parameters: { command: 'npm test', cwd } }) as const;
    expect([matches(pattern, asked('.')), matches(pattern, asked('a/..'))]).toEqual([true, false]);
  });

  test('takes no time to be judged, however many folders and files there are', () => {
    const begun = process.cpuUsage();
    judged(`${'cd a;'.repeat(5_000)} cat ${'a '.repeat(15_000)}`);
    judged(`${`cd ${'a/'.repeat(800)};`.repeat(20)} cat ${'a '.repeat(15_000)}`);
    judged(`${`cd ${'a/'.repeat(40)};`.repeat(20)} ${'git -C a mv a a;'.repeat(3_000)}`);
    expect(process.cpuUsage(begun).user / 1_000, 'milliseconds of processor').toBeLessThan(2_000);
  });
});
