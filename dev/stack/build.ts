import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '../lib/json-file.ts';
import { sendSignal } from '../lib/processes.ts';
import { StartError } from '../lib/start-error.ts';
import { withLock } from './lock.ts';

interface Target {
  workspace: string;
  output: string;
  inputs: string[];
}

const shared = ['contract/src', 'contract/package.json', 'tsconfig.base.json', 'package-lock.json'];
const targets: Target[] = [
  { workspace: 'functions', output: 'functions/lib/index.js', inputs: ['functions', ...shared] },
  { workspace: 'agent', output: 'agent/dist/main.js', inputs: ['agent', ...shared] },
  { workspace: 'web', output: 'web/dist/index.html', inputs: ['web', ...shared] },
];
const NOT_INPUT = /(^|\/)(node_modules|dist|lib\/index\.js.*|.*\.test\.tsx?|vitest\.config\.ts)$/;

/** Builds what the stack serves, where its inputs have changed. Throws a StartError with the build's own words. */
export async function build(root: string, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  const stampFile = join(root, '.countersign/build.json');
  await withLock(join(root, '.countersign/build.lock'), async () => {
    for (const target of targets) {
      const stamps = readJsonFile(stampFile, (value) => z.record(z.string(), z.string()).parse(value)) ?? {};
      const stamp = hashOf(root, target.inputs);
      if (stamps[target.workspace] === stamp && existsSync(join(root, target.output))) continue;
      signal.throwIfAborted();
      say(`Building ${target.workspace} …`);
      await runBuild(root, target.workspace, signal);
      writeJsonFile(stampFile, { ...stamps, [target.workspace]: stamp });
    }
  });
}

/** In a process group of its own, so that it can be ended with all it started. */
function runBuild(root: string, workspace: string, signal: AbortSignal): Promise<void> {
  // A test runner says NODE_ENV=test, with which vite would bundle React's development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn('npm', ['run', 'build', '-w', workspace], { cwd: root, env, detached: true });
  const stop = () => void (child.pid && sendSignal(-child.pid, 'SIGKILL'));
  signal.addEventListener('abort', stop);
  let words = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (words += String(chunk)));
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new StartError(`The build of ${workspace} failed.
${words}`),
        );
    });
  }).finally(() => signal.removeEventListener('abort', stop));
}

/** A hash over names and bytes of all input files; tests are no input. */
function hashOf(root: string, inputs: string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(root, join(root, input)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(root: string, path: string): string[] {
  if (!existsSync(path) || NOT_INPUT.test(relative(root, path))) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(root, join(path, name)));
}
