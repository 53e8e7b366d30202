import { spawn } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../lib/json-file.ts';
import { sendSignal } from '../lib/processes.ts';
import { pause } from '../lib/service.ts';

export interface Result {
  name: string;
  passed: number;
  failed: number;
  ms: number;
  output: string;
}

/** One part of `npm test`. */
export interface Step {
  name: string;
  run: () => Promise<Result>;
}

type Command = readonly [command: string, args: readonly string[]];

const running = new Set<number>();
const LIMIT_MS = (process.env.COUNTERSIGN_LONG ? 120 : 25) * 60_000;

/** A program that either succeeds or fails; it counts as one. */
export function check(root: string, name: string, command: Command): Step {
  return {
    name,
    async run() {
      const { code, output, ms } = await execute(root, command);
      return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, ms, output };
    },
  };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

/** The tests of one Vitest project, counted from its JSON report. */
export function vitestProject(root: string, reports: string, name: string, options: readonly string[] = []): Step {
  // Another run may be at it at the same time.
  const file = join(reports, `${name}-${process.pid}.json`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [vitest, 'run', '--project', name, '--passWithNoTests', ...reporters, ...options];
  return {
    name,
    async run() {
      const { code, output, ms } = await execute(root, [process.execPath, args]);
      const { passed, failed } = countsIn(file);
      if (existsSync(file)) renameSync(file, join(reports, `${name}.json`));
      // A run that fails without a failed test (an error outside of any, a setup that broke) is a failure too.
      return { name, passed, failed: code !== 0 && failed === 0 ? 1 : failed, ms, output };
    },
  };
}

/** Failed tests, and files that failed before a test of theirs ran. */
function countsIn(file: string): { passed: number; failed: number } {
  const report = readJsonFile(file, (value) => vitestReport.parse(value));
  if (report === undefined) return { passed: 0, failed: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

async function execute(root: string, [command, args]: Command): Promise<{ code: number; output: string; ms: number }> {
  const begun = Date.now();
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', NODE_NO_WARNINGS: '1' },
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
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

/** Asks whatever runs to end, and gives it time to end what it started itself. */
export async function endRunningSteps(): Promise<void> {
  for (const pid of running) sendSignal(-pid, 'SIGTERM');
  for (let waited = 0; running.size > 0 && waited < 10_000; waited += 100) await pause(100);
  for (const pid of running) sendSignal(-pid, 'SIGKILL');
}
