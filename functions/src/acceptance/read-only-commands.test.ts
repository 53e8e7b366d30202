import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../risk/judge.ts';
import { toolCall } from '../testing/acts.ts';
import { fillWorkspace } from '../testing/hostile-workspace.ts';
import { programs } from '../testing/command-words.ts';
import { isLong, seed } from '../../../dev/testing/sample.ts';
import { randomCommand } from '../testing/random-commands.ts';
import { Random } from '../testing/random.ts';
import { fingerprint, hasSandbox, makeSandbox, noteMissing, runInSandbox, type Sandbox } from '../testing/sandbox.ts';

/*
 * Runs commands that are judged low, in a workspace prepared to make them do harm: as a user without rights or network,
 * with everything read-only except that workspace, a home and a scratch folder. Nothing may have changed afterwards, and
 * no secret in it or beside it have been printed.
 */
const COUNT = isLong ? 2_000 : 50;
const AT_ONCE = 50;

let root: string;
let sandbox: Sandbox;
let before: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-read-only-'));
  mkdirSync(join(root, 'prepared'));
  fillWorkspace(join(root, 'prepared'));
  renew();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function renew(): void {
  rmSync(join(root, 'sandbox'), { recursive: true, force: true });
  sandbox = makeSandbox(join(root, 'sandbox'));
  cpSync(join(root, 'prepared'), sandbox.workspace, { recursive: true, verbatimSymlinks: true });
  before = fingerprint(sandbox);
}

const run = (...commands: string[]) => runInSandbox(sandbox, join(root, 'list'), commands);
const levelOf = (command: string) => judge({ ...toolCall, toolKind: 'execute', parameters: { command } }, null).level;

/** Different commands that are judged low. */
function lowCommands(): string[] {
  const random = new Random(seed);
  const found = new Set<string>();
  for (let tries = 0; found.size < COUNT; tries += 1) {
    if (tries > COUNT * 100) throw new Error(`Only ${found.size} of ${tries} commands are low`);
    const command = randomCommand(random);
    if (levelOf(command) === 'low') found.add(command);
  }
  return [...found];
}

describe.runIf(hasSandbox())('in a workspace that was prepared for harm', () => {
  const without = noteMissing(programs.map(([name]) => name));
  it(`${COUNT} random commands that are called low only read (seed ${seed}${without})`, { timeout: 600_000 }, () => {
    const commands = lowCommands();
    const codes: number[] = [];
    for (let from = 0; from < commands.length; from += AT_ONCE) {
      const some = commands.slice(from, from + AT_ONCE);
      const ran = run(...some);
      codes.push(...ran.map(({ code }) => code));
      expect(some.filter((_, index) => ran[index]?.told)).toEqual([]);
      if (fingerprint(sandbox) !== before)
        throw new Error(`One of these is not read-only: ${JSON.stringify(culprits(some))}`);
    }
    expect(codes).toHaveLength(commands.length);
    // Enough of them do something (about five in nine, so that fewer than a quarter is no accident), and none waits for input.
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(commands.length / 4);
    expect(commands.filter((_, index) => codes[index] === 124)).toEqual([]);
  });

  it.each([
    ['touch x'],
    ['sort -o x a.txt'],
    ["sed -n 'w x' a.txt"],
    ['find . -name a.txt -fprintf x %p'],
    ['touch /tmp/x'],
    ['PATH=. ls', 'shadow'],
    ['./ls', 'shadow'],
    ['make', 'make'],
    ['git status', 'fsmonitor', 'filter', 'hook'],
    ['git diff', 'external-diff'],
    ['git --no-pager diff --no-ext-diff', 'textconv'],
    ['git log -p', 'textconv'],
    ['git harmless', 'alias'],
    ['script -qc "git log" /dev/null', 'pager-log'],
  ])('%s is seen to change something, and is not judged low', (command, ...marks) => {
    renew();
    run(command);
    expect(fingerprint(sandbox)).not.toBe(before);
    const left = readdirSync(sandbox.workspace).filter((name) => name.endsWith('.mark'));
    expect(left).toEqual(expect.arrayContaining(marks.map((mark) => `${mark}.mark`)));
    expect(levelOf(command)).not.toBe('low');
  });

  it.each(['cat .env', 'grep two server.key', 'grep -r two', 'diff certs certs.old', 'cat ../x', 'cat ~/notes.txt'])(
    '%s is seen to print a secret, and is not judged low',
    (command) => {
      renew();
      expect(run(command)).toMatchObject([{ told: true }]);
      expect(levelOf(command)).not.toBe('low');
    },
  );

  it('has no rights, no network, and can write only to its own folders', () => {
    renew();
    writeFileSync(join(root, 'outside'), 'x');
    const ran = run(
      'test "$(id -u)" = 0',
      `echo y > ${join(root, 'outside')}`,
      'bash -c "exec 9<>/dev/tcp/1.1.1.1/53"',
      'touch own',
    );
    const [root_, outside, network, own] = ran.map(({ code }) => code);
    expect([root_, outside, network]).not.toContain(0);
    expect(own).toBe(0);
  });
});

function culprits(commands: string[]): string[] {
  return commands.filter((command) => {
    renew();
    run(command);
    return fingerprint(sandbox) !== before;
  });
}
