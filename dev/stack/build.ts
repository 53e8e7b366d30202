import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { hashOfInputs, stampFile, stampOf, stateOfBuild, targets } from '../lib/build-inputs.mjs';
import { readJsonFileIfWhole, writeJsonFile } from '../lib/json-file.ts';
import { sendSignal } from '../lib/processes.ts';
import { StartError } from '../lib/start-error.ts';
import { withLock } from './lock.ts';

/**
 * Builds what the stack serves, side by side, unless what is there was built from these inputs. Throws a StartError with
 * the words of the build that fails; the others are ended with it.
 */
export async function build(root: string, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  await withLock(join(root, '.countersign/build.lock'), async () => {
    const outdated = targets.filter(({ workspace }) => stateOfBuild(root, workspace) !== 'current');
    const failed = new AbortController();
    const unwanted = AbortSignal.any([signal, failed.signal]);
    const builds = outdated.map((target) =>
      buildOne(root, target, say, unwanted).catch((error: unknown) => failed.abort(error)),
    );
    // All have ended when the lock is given back.
    await Promise.all(builds);
    failed.signal.throwIfAborted();
  });
}

async function buildOne(
  root: string,
  target: (typeof targets)[number],
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { workspace } = target;
  signal.throwIfAborted();
  say(`Building ${workspace} …`);
  stamp(root, workspace); // a build that fails may leave anything
  const inputs = hashOfInputs(root, target);
  await runBuild(root, workspace, signal);
  stamp(root, workspace, stampOf(root, target, inputs));
}

/** Records what a build was made from; or that it is not known. */
function stamp(root: string, workspace: string, made?: string): void {
  const file = stampFile(root);
  const read = readJsonFileIfWhole(file, (value) => z.record(z.string(), z.string()).parse(value)) ?? {};
  const { [workspace]: _former, ...others } = read;
  writeJsonFile(file, made === undefined ? others : { ...others, [workspace]: made });
}

/** In its own process group, so that it can be ended with all it started. */
function runBuild(root: string, workspace: string, signal: AbortSignal): Promise<void> {
  // A test runner sets NODE_ENV=test, with which vite would bundle React's development build.
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
