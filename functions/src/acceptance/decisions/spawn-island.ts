import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { apiProgram, QUICK } from '../../testing/spawn-api.ts';
import type { IslandOptions, Progress } from './island.ts';

/** Runs an island with a new database. Resolves with the exit code of its process, or the signal that ended it. */
export async function spawnIsland(
  program: string,
  folder: string,
  options: IslandOptions,
  onProgress: (progress: Progress) => void,
): Promise<number | string> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [...QUICK, program, folder, JSON.stringify(options)], {
    stdio: 'pipe',
    env: {
      ...process.env,
      API_PROGRAM: apiProgram(),
      GCLOUD_PROJECT: `demo-test-${randomBytes(6).toString('hex')}`,
    },
  });
  child.stderr.pipe(createWriteStream(join(folder, 'errors.log')));
  createInterface(child.stdout).on('line', (line) => onProgress(JSON.parse(line) as Progress));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return code ?? String(signal);
}
