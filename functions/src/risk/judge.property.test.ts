import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolKinds } from '@countersign/contract';
import { judge } from './judge.ts';
import { toolCall } from '../testing/acts.ts';
import { reading } from './programs/reading.ts';

const judgeCommand = (command: string | string[]) =>
  judge({ ...toolCall, toolKind: 'execute', parameters: { command } }, 't/workspace');

const harmless = fc.constantFrom(
  'ls',
  'cat a.txt',
  'head -n 3 a.txt',
  'grep x a.txt',
  "find . -name '*.ts'",
  'wc -l a.txt',
  'pwd',
  'echo hi',
);
const harmful = fc.constantFrom(
  'rm -rf a',
  'touch a',
  'curl http://x',
  'sh a.sh',
  'unheard-of',
  'git push',
  'chmod 1 a',
  'X=1',
  './ls',
  'npm i',
  'sort -o a b',
  'env',
);
const joint = fc.constantFrom(';', '\n', '&&', '||', '|', '&', '|&', ' ; ', '\n\n', ' &&\n');
const shellText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'|&;<>(){}[]$`\'"\\\n\t !*?~#=-%+,.:/@^'),
      fc.constantFrom(
        'ls',
        'rm',
        'cat',
        'git',
        'sh',
        '-c',
        'find',
        '-exec',
        'if',
        'then',
        'fi',
        'for',
        'do',
        'done',
        'case',
        'in',
        'esac',
        '<<E',
        'E\n',
        '$((',
        '${',
        '[[',
        ']]',
        'a.txt',
        '/etc',
        '..',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('low is never given to', () => {
  const neverLow = (commands: fc.Arbitrary<string>, numRuns = 300) =>
    fc.assert(
      fc.property(commands, (command) => {
        expect(judgeCommand(command).level).not.toBe('low');
      }),
      { numRuns },
    );

  test('a harmful command among harmless ones, however they are joined', () => {
    const joined = (before: string[], bad: string, after: string[], sign: string) =>
      [...before, bad, ...after].join(sign);
    const some = fc.array(harmless, { maxLength: 3 });
    neverLow(
      fc.tuple(some, harmful, some, joint).map(([before, bad, after, sign]) => joined(before, bad, after, sign)),
    );
  });

  test.each<[string, (inner: string) => string]>([
    ['in a substitution', (inner) => `echo $(${inner})`],
    ['in quotes', (inner) => `echo "a $(${inner}) b"`],
    ['in backticks', (inner) => `echo \`${inner}\``],
    ['in a process substitution', (inner) => `cat <(${inner})`],
    ['in a here-document', (inner) => `cat <<E\n$(${inner})\nE`],
    ['in a default', (inner) => `echo \${X:-$(${inner})}`],
    ['in arithmetic', (inner) => `echo $((1 + $(${inner})))`],
    ['in an index', (inner) => `echo \${a[$(${inner})]}`],
    ['in a shell of its own', (inner) => `sh -c '${inner}'`],
    ['in a group', (inner) => `{ ${inner}; }`],
    ['in a subshell', (inner) => `(${inner})`],
    ['in a choice', (inner) => `if ls; then ${inner}; fi`],
    ['in a condition', (inner) => `while ${inner}; do ls; done`],
    ['in a function', (inner) => `ls() { ${inner}; }; ls`],
    ['behind a wrapper', (inner) => `timeout 5 ${inner}`],
    ['behind xargs', (inner) => `ls | xargs ${inner}`],
    ['behind a file', (inner) => `find . -exec ${inner} \\;`],
    ['in the background', (inner) => `${inner} & ls`],
  ])('a harmful command %s', (_where, wrap) => neverLow(harmful.map(wrap), 40));

  test('anything with a redirection to a file', () => {
    const sign = fc.constantFrom('>', '>>', '>|', '&>', '&>>', '<>', '2>', '1>', '>&');
    const file = fc.constantFrom('a', './a', '/tmp/a', '~/a', '$X', '"$X"', "'a b'", '../a', 'a*');
    neverLow(fc.tuple(harmless, sign, file).map(([command, to, path]) => `${command} ${to} ${path}`));
  });

  test('a name that is not known, however much it looks like one that is', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^[^\s#]+$/.test(text));
    const known = new Set([':', 'true', 'false', ...Object.keys(reading)]);
    // The shell's own characters end a name and quotes vanish from it: `:<+` and `':'` are the known name `:`.
    const names = (text: string) => text.replaceAll(/['"\\]/g, '').split(/[;&|<>()!`]/);
    neverLow(name.filter((text) => !names(text).some((part) => known.has(part))));
  });

  test('an environment that is set for the command', () => {
    const name = fc.stringMatching(/^[A-Za-z_]\w{0,9}$/);
    neverLow(
      fc
        .tuple(name, fc.string(), harmless)
        .map(([variable, value, command]) => `${variable}='${value.replaceAll("'", '')}' ${command}`),
    );
  });
});

describe('whatever it is given, it answers', () => {
  test('text that looks like shell', () => {
    fc.assert(fc.property(shellText, checkAnswer), { numRuns: 2_000 });
  });

  test('any text, and any list', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' }))), checkAnswer),
      { numRuns: 1_000 },
    );
  });

  test('any parameters of any kind', () => {
    const parameters = fc.oneof(
      fc.anything(),
      fc.record(
        { path: fc.anything(), edits: fc.anything(), command: fc.anything(), cwd: fc.anything() },
        { requiredKeys: [] },
      ),
    );
    const kind = fc.constantFrom(null, ...toolKinds);
    fc.assert(
      fc.property(kind, parameters, fc.option(fc.string()), (toolKind, given, filePath) => {
        const judged = judge({ ...toolCall, toolKind, parameters: given, filePath }, 't/workspace');
        expect(judged.reasons.length).toBeGreaterThan(0);
        // Without a command and a path it is at most a thought or a search.
        if (judged.level === 'low') expect(['read', 'search', 'think', 'start']).toContain(toolKind);
      }),
      { numRuns: 1_000 },
    );
  });

  function checkAnswer(command: string | string[]): void {
    const { level, judged, reasons } = judgeCommand(command);
    expect(['low', 'medium', 'high']).toContain(level);
    if (!judged) expect(level).toBe('high');
    expect(reasons.length).toBeGreaterThan(0);
    for (const { from, to } of reasons.flatMap(({ spans }) => spans)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThan(from);
      if (typeof command === 'string') expect(to).toBeLessThanOrEqual(command.length);
    }
  }
});
