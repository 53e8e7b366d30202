import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
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

  function checkHigh(command: string): void {
    const { reasons } = judgeCommand(command);
    expect(reasons.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(reasons).length).toBeLessThan(20_000);
  }
});
