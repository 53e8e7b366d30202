import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { matches } from './match-rule.ts';
import { toolCall } from '../testing/acts.ts';

const judgeCommand = (command: string | string[]) =>
  judge({ ...toolCall, toolKind: 'execute', parameters: { command } }, 't/workspace');

/** Processor time, whatever else runs on the machine. */
function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

describe('within its time', () => {
  const long = 1024 * 1024;
  const nested: Record<string, string> = {
    letters: 'x',
    'short commands': 'ls;',
    words: 'ls ',
    substitutions: '$(',
    'substitutions in quotes': '"$(',
    backticks: '`',
    'escaped backticks': '\\`',
    parentheses: '(',
    braces: '{a,',
    quotes: "'",
    arithmetic: '$((',
    defaults: '${a:-',
    patterns: '@(',
    brackets: '[a',
    'here-documents': 'cat <<E\n',
    choices: 'if ',
    cases: 'case x in ',
    functions: 'f() ',
    redirections: '>a ',
    pipes: 'ls|',
    'shells in shells': "sh -c '",
    wrappers: 'timeout 5 ',
    assignments: 'A=1 ',
    'columns of awk': "awk '{print $1",
    'parts of sed': "sed 's/",
    blanks: '       ',
  };

  test.each(Object.entries(nested))('%s, as many as there is room for', (_name, part) => {
    for (const size of [2_000, 60_000, long]) {
      const command = part.repeat(Math.ceil(size / part.length)).slice(0, size);
      const begun = process.cpuUsage();
      checkHigh(command);
      expect(millisecondsSince(begun)).toBeLessThan(2_000);
    }
  });

  test('patterns within a single argument do not take longer and longer', () => {
    for (const script of [
      `{print $1${' '.repeat(50_000)}x`,
      `{print${' $1'.repeat(15_000)} x}`,
      `s/${'\\/'.repeat(20_000)}`,
    ]) {
      const begun = process.cpuUsage();
      judgeCommand(['awk', script]);
      judgeCommand(['sed', script]);
      expect(millisecondsSince(begun)).toBeLessThan(1_000);
    }
  });

  test('names that the shell fills in do not take longer with each star', () => {
    for (const word of [
      `.${'*'.repeat(900)}x`,
      `.${'*?'.repeat(400)}x`,
      `.${'*x'.repeat(400)}`,
      `.${'@(a)'.repeat(200)}x`,
    ]) {
      const begun = process.cpuUsage();
      checkHigh(`cat ${word}`);
      expect(millisecondsSince(begun), word.slice(0, 9)).toBeLessThan(500);
    }
  });

  test('nor do columns that awk prints, and braces in braces', () => {
    const braces = `${'{a,b,c,d,e,f,g,h,i,j}'.repeat(2)}${'{'.repeat(478)}${'}'.repeat(478)}`;
    const columns = Array.from({ length: 64 }, () => '$1').join(' ');
    for (const command of [`awk '{print ${columns}x'`, `cat ${`${braces} `.repeat(20)}`]) {
      const begun = process.cpuUsage();
      judgeCommand(command);
      expect(millisecondsSince(begun), command.slice(0, 20)).toBeLessThan(500);
    }
  });

  test('a long path is compared with a pattern in a moment, however many folders either has', () => {
    const rules = ['**/src/**/src/**/*.ts', '**/*.ts', `${'**/a/'.repeat(20)}b`];
    for (const part of ['src/', 's/', 'a/']) {
      const asked = {
        ...toolCall,
        toolKind: 'edit' as const,
        parameters: { path: `${part.repeat(8_000)}x`, newText: 'a' },
      };
      const begun = process.cpuUsage();
      for (const path of rules) expect(matches({ kind: 'file', act: 'edit', path }, asked)).toBe(false);
      expect(millisecondsSince(begun), part).toBeLessThan(1_500);
    }
  });

  test('a request is judged once, however many rules it is compared with', () => {
    const command = `ls ${'a '.repeat(9_000)}`;
    const asked = { ...toolCall, toolKind: 'execute' as const, parameters: { command } };
    const begun = process.cpuUsage();
    for (let rule = 0; rule < 70; rule += 1) matches({ kind: 'command', words: ['ls'], rest: 'none' }, asked);
    expect(millisecondsSince(begun)).toBeLessThan(2_000);
  });

  function checkHigh(command: string): void {
    const { reasons } = judgeCommand(command);
    expect(reasons.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(reasons).length).toBeLessThan(20_000);
  }
});
