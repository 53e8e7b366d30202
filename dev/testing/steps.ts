import { spawn } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../lib/json-file.ts';
import { sendSignal } from '../lib/processes.ts';
import { pause } from '../lib/service.ts';
import { LEFT_OUT } from './long-suites.ts';
import { isLong } from './sample.ts';

export interface Result {
  name: string;
  passed: number;
  failed: number;
  ms: number;
  output: string;
  /** Each failed test by file and name, with the first lines of what was expected. */
  failures: string[];
  /** Tests that passed only when they were tried again, in the same form. */
  triedAgain: string[];
  /** How many tests of the long suites this run has left out (long-suites.ts). */
  leftOut: number;
  /** How many files, in addition: nobody has counted their tests. */
  filesLeftOut: number;
}

/** One part of `npm test`. */
export interface Step {
  name: string;
  run: () => Promise<Result>;
}

type Command = readonly [command: string, args: readonly string[]];

const running = new Set<number>();
const LIMIT_MS = (isLong ? 120 : 50) * 60_000;

/** A program that either succeeds or fails; it counts as one. What others run beside it goes first. */
export function check(root: string, name: string, command: Command): Step {
  return {
    name,
    async run() {
      const { code, output, ms } = await execute(root, command, constants.priority.PRIORITY_LOW);
      const failed = code === 0 ? 0 : 1;
      return {
        name,
        passed: 1 - failed,
        failed,
        ms,
        output,
        failures: failed ? [name] : [],
        triedAgain: [],
        leftOut: 0,
        filesLeftOut: 0,
      };
    },
  };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.nullish(z.array(z.string())) }),
      ),
    }),
  ),
});

/** The tests of one Vitest project, counted from its JSON report; those with a low `priority` let others go first. */
export function vitestProject(
  root: string,
  reports: string,
  name: string,
  options: readonly string[] = [],
  priority?: number,
): Step {
  // Another run may use it at the same time.
  const file = join(reports, `${name}-${process.pid}.json`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [vitest, 'run', '--project', name, '--passWithNoTests', ...reporters, ...options];
  return {
    name,
    async run() {
      const { code, output, ms } = await execute(root, [process.execPath, args], priority);
      const { failures, ...counted } = readReport(file, root);
      if (existsSync(file)) renameSync(file, join(reports, `${name}.json`));
      // A run that fails without a failed test (an error outside of any, a broken setup) is a failure, too.
      if (code !== 0 && failures.length === 0)
        failures.push(`${name}: it ended with ${code} outside of any test\n${errorsIn(output)}`);
      return { name, failed: failures.length, ms, output, failures, ...counted };
    },
  };
}

type Report = Pick<Result, 'passed' | 'failures' | 'triedAgain' | 'leftOut' | 'filesLeftOut'>;

/** The number of passed tests, and the failures, including files that failed before any of their tests ran. */
function readReport(file: string, root: string): Report {
  const report = readJsonFile(file, (value) => vitestReport.parse(value));
  if (report === undefined) return { passed: 0, failures: [], triedAgain: [], leftOut: 0, filesLeftOut: 0 };
  const failures: string[] = [];
  const triedAgain: string[] = [];
  let leftOut = 0;
  let filesLeftOut = 0;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const path = relative(root, name);
    const told = ({ fullName, failureMessages }: (typeof assertionResults)[number]) =>
      `${path} > ${fullName}\n${firstLines(failureMessages?.join('\n') ?? '')}`;
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const passed = assertionResults.filter((one) => one.status === 'passed');
    if (status === 'failed' && failed.length === 0) failures.push(`${path}\n${firstLines(message)}`);
    failures.push(...failed.map(told));
    leftOut += assertionResults.filter((one) => one.status === 'pending').length;
    filesLeftOut += assertionResults.filter((one) => one.fullName === LEFT_OUT).length;
    // What it says went wrong before it passed.
    triedAgain.push(...passed.filter(({ failureMessages }) => failureMessages?.length).map(told));
  }
  return { passed: report.numPassedTests, failures, triedAgain, leftOut, filesLeftOut };
}

/** A message begins with what was expected; the rest says where. */
function firstLines(message: string, count = 4): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines
    .slice(0, count)
    .map((line) => `    ${line.slice(0, 200)}`)
    .join('\n');
}

/** What a program printed about an error, and its last lines. */
function errorsIn(output: string): string {
  const lines = output.split('\n');
  const first = lines.findIndex((line) => /error/i.test(line));
  const told = first === -1 ? [] : lines.slice(first, first + 6);
  return firstLines(told.join('\n'), 6) + '\n' + firstLines(lines.slice(-12).join('\n'), 8);
}

async function execute(
  root: string,
  [command, args]: Command,
  priority?: number,
): Promise<{ code: number; output: string; ms: number }> {
  const begun = Date.now();
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', NODE_NO_WARNINGS: '1' },
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  if (pid !== undefined && priority !== undefined) setPriority(pid, priority);
  const limit = setTimeout(() => pid !== undefined && sendSignal(-pid, 'SIGTERM'), LIMIT_MS);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (status) => resolve(status ?? 1));
  });
  clearTimeout(limit);
  if (pid !== undefined) running.delete(pid);
  return { code, output, ms: Date.now() - begun };
}

/** Asks all running steps to end, with time to end what they started themselves, until `urged`. */
export async function endRunningSteps(urged: Promise<void>): Promise<void> {
  const groups = [...running];
  for (const group of groups) sendSignal(-group, 'SIGTERM');
  await Promise.race([untilNoneRuns(10_000), urged]);
  // All of them: what a step started may outlive it.
  for (const group of groups) sendSignal(-group, 'SIGKILL');
  await untilNoneRuns(2_000);
}

async function untilNoneRuns(ms: number): Promise<void> {
  for (let waited = 0; running.size > 0 && waited < ms; waited += 50) await pause(50);
}
