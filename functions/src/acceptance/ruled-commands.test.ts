import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, lstatSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RulePattern } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matches, runsProjectCode, whyNoRule } from '../risk/match-rule.ts';
import { toolCall } from '../testing/acts.ts';
import { fillWorkspace } from '../testing/hostile-workspace.ts';
import { isLong, seed } from '../../../dev/testing/sample.ts';
import { programs } from '../testing/command-words.ts';
import { randomCommand } from '../testing/random-commands.ts';
import { Random } from '../testing/random.ts';
import { passesWithin } from '../testing/limited.ts';
import { fingerprint, makeSandbox, noteMissing, runInSandbox, SECRET, type Sandbox } from '../testing/sandbox.ts';

/*
 * Runs what a rule, or a task's limits, let pass, in a workspace prepared to make it do harm, with everything else
 * read-only and no network. A rule about a program that reads changes nothing at all; one that runs the project's code
 * stays in the workspace. Neither prints a secret in the workspace or beside it.
 */
const COUNT = isLong ? 2_000 : 100;
/** So many of them run the project's code at the least: chance alone draws few, and often none. */
const RUNNING = COUNT / 20;
const AT_ONCE = 50;

const names =
  'a.txt b.txt src/a.ts src/deep/b.ts link -o -delete .env ../x /etc/hostname *.txt $(touch x) src . certs certs.old server.key src/deep/server.key secrets.json accounts.csv src/login.json two TODO Makefile'.split(
    ' ',
  );
/** Ordinary files, which most rules let follow: by chance alone few commands of several names would pass. */
const ordinary = 'a.txt b.txt src/a.ts src/deep/b.ts src/c.ts docs/a.md docs/b.md docs/deep/c.md test/a.test.ts'.split(
  ' ',
);
const joints = ['; touch x', ' && touch x', ' | tee x', ' > x', '\ntouch x', ' $(touch x)', ' `touch x`', ' & touch x'];

/** Rules as an owner could write them: each about a program, alone or followed by files. */
const patterns: RulePattern[] = [
  ...programs.flatMap(([name, letters]) => [[name], ...(letters === '' ? [] : [[name, `-${letters.charAt(0)}`]])]),
  ...[
    ['rg', 'two'],
    ['rg', '--files'],
    ['grep', 'two'],
    ['git', 'status'],
    ['git', 'diff'],
    ['git', 'log', '--oneline'],
    ['git', 'branch', '--show-current'],
  ],
  ...[
    ['npm', 'test'],
    ['make'],
    ['find', '.'],
    ['sed', '-n', '1p', 'a.txt'],
    ['xargs'],
    ['sh'],
    ['env'],
    ['timeout', '2', 'ls'],
  ],
].flatMap((words) => (['none', 'paths'] as const).map((rest): RulePattern => ({ kind: 'command', words, rest })));
const rules = patterns.filter((pattern) => whyNoRule(pattern) === null);
const runningRules = rules.filter(runsProjectCode);

function passes(command: string): RulePattern | undefined {
  // One request for all rules: it is judged once.
  const asked = { ...toolCall, toolKind: 'execute', parameters: { command } } as const;
  return rules.find((pattern) => matches(pattern, asked));
}

/** Limits of some of these patterns, including the one by which a command passes, if there is one. */
const limitsWith = (random: Random, pattern: RulePattern | undefined): RulePattern[] => {
  const others = Array.from({ length: 3 }, () => random.pick(rules)).filter((one) => one !== undefined);
  return pattern === undefined ? others : [...others, pattern];
};

/** Words of a rule followed by something else, or an unrelated command. */
function attempt(random: Random): string {
  if (random.chance(0.3)) return randomCommand(random);
  const pattern = random.pick(random.chance(0.15) ? runningRules : rules);
  const words = pattern?.kind === 'command' ? [...pattern.words] : [];
  const from = random.chance(0.4) ? ordinary : names;
  for (let more = random.below(4); more > 0; more -= 1) words.push(random.pick(from) ?? '');
  return words.join(' ') + (random.chance(0.3) ? (random.pick(joints) ?? '') : '');
}

/**
 * At least COUNT different commands that a rule lets pass, and that rule. A task's limits let the same pass, and
 * nothing that none of their patterns covers.
 */
function passing(): Map<string, RulePattern> {
  const random = new Random(seed);
  const found = new Map<string, RulePattern>();
  let running = 0;
  for (let tries = 0; found.size < COUNT || running < RUNNING; tries += 1) {
    if (tries > COUNT * 200) throw new Error(`Only ${found.size} of ${tries} commands pass`);
    const command = attempt(random);
    if (found.has(command)) continue;
    const rule = passes(command);
    const asked = { toolKind: 'execute', toolParameters: { command } } as const;
    const isWithin = passesWithin(limitsWith(random, rule), asked);
    if (isWithin !== (rule !== undefined)) throw new Error(`By a rule or within limits, not both: ${command}`);
    if (!rule) continue;
    found.set(command, rule);
    if (runsProjectCode(rule)) running += 1;
  }
  return found;
}

let root: string;
let sandbox: Sandbox;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-ruled-'));
  mkdirSync(join(root, 'prepared'));
  fillWorkspace(join(root, 'prepared'));
  for (const name of ordinary) {
    mkdirSync(dirname(join(root, 'prepared', name)), { recursive: true });
    writeFileSync(join(root, 'prepared', name), 'one\ntwo\n');
  }
  // Which no list of names has to know.
  for (const name of ['accounts.csv', 'src/login.json']) writeFileSync(join(root, 'prepared', name), `${SECRET}\n`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function renew(): void {
  rmSync(join(root, 'sandbox'), { recursive: true, force: true });
  sandbox = makeSandbox(join(root, 'sandbox'));
  cpSync(join(root, 'prepared'), sandbox.workspace, { recursive: true, verbatimSymlinks: true });
}

/** Runs commands, none of which may print a secret, and returns their exit codes. */
function reported(commands: readonly string[]): number[] {
  const ran = runInSandbox(sandbox, join(root, 'list'), commands);
  expect(commands.filter((_, index) => ran[index]?.told)).toEqual([]);
  return ran.map(({ code }) => code);
}

/** Links in a folder that lead out of it. */
function linksOut(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return lstatSync(path).isSymbolicLink() && /^(?:\/|.*\.\.)/.test(readlinkSync(path));
  });
}

// Sandboxes of this kind exist only on Linux.
describe.runIf(process.platform === 'linux')('in a workspace that was prepared for harm', () => {
  const without = noteMissing(programs.map(([name]) => name));
  it(
    `${COUNT} random commands that a rule or limits let pass do nothing else (seed ${seed}${without})`,
    { timeout: isLong ? 1_800_000 : 600_000 },
    () => {
      const all = [...passing()];
      const reading = all.filter(([, rule]) => !runsProjectCode(rule)).map(([command]) => command);
      const running = all.filter(([, rule]) => runsProjectCode(rule)).map(([command]) => command);
      renew();
      const before = fingerprint(sandbox);
      const codes: number[] = [];
      for (let from = 0; from < reading.length; from += AT_ONCE) {
        const some = reading.slice(from, from + AT_ONCE);
        codes.push(...reported(some));
        if (fingerprint(sandbox) !== before) throw new Error(`One of these changes something: ${JSON.stringify(some)}`);
      }
      expect(codes.filter((code) => code === 0).length).toBeGreaterThan(reading.length / 3);
      renew();
      const elsewhere = () => readdirSync(sandbox.scratch).filter((name) => !/^(?:npm-|node-)/.test(name));
      expect(reported(running)).toHaveLength(running.length);
      expect(elsewhere()).toEqual([]);
      expect(linksOut(sandbox.workspace)).toEqual([]);
    },
  );

  it('has rules of both kinds, and none for what runs other programs', () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(runningRules.length).toBeGreaterThan(0);
    expect(
      rules.some((rule) => rule.kind === 'command' && /^(?:xargs|sh|env|timeout)$/.test(rule.words[0] ?? '')),
    ).toBe(false);
  });
});
