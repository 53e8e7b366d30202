import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { hashOfInputs, stampFile, stampOf, stateOfBuild, targets } from '../lib/build-inputs.mjs';
import { readJsonFileIfWhole, writeJsonFile } from '../lib/json-file.ts';
import { sendSignal } from '../lib/processes.ts';
import { StartError } from '../lib/start-error.ts';
import { withLock } from './lock.ts';

/**
 * Builds what the stack serves, unless what is there was built from these inputs. Throws a StartError with the build's
 * own words.
 */
export async function build(root: string, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  const stamped = stampFile(root);
  await withLock(join(root, '.countersign/build.lock'), async () => {
    for (const target of targets) {
      const { workspace } = target;
      if (stateOfBuild(root, workspace) === 'current') continue;
      signal.throwIfAborted();
      say(`Building ${workspace} …`);
      const read = readJsonFileIfWhole(stamped, (value) => z.record(z.string(), z.string()).parse(value)) ?? {};
      const { [workspace]: _outdated, ...stamps } = read;
      writeJsonFile(stamped, stamps); // a build that fails may leave anything
      const inputs = hashOfInputs(root, target);
      await runBuild(root, workspace, signal);
      writeJsonFile(stamped, { ...stamps, [workspace]: stampOf(root, target, inputs) });
    }
  });
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
