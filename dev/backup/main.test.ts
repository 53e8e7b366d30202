// The real command against a stand-in for Google's APIs, which refuses it before anything is written.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outOfQuota } from '../google/faults.ts';
import { newProject, type Project } from '../google/project.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'countersign-no-backup-'));
let project: Project;
beforeAll(async () => {
  project = await newProject();
});
afterAll(async () => {
  await project.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(command: string, into: string, ...options: string[]) {
  const program = ['--import', 'tsx', join(root, 'dev/backup/main.ts'), command];
  const child = spawn(process.execPath, [...program, '--project', project.id, '--folder', into, ...options], {
    cwd: root,
    env: { PATH: process.env.PATH, ...project.environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = await text(child.stderr);
  return { code: await ended, output };
}

test('a bucket that does not exist ends a backup before it begins: the one that the deploy was told of, unless another is said', async () => {
  const into = join(folder, 'new');
  const usual = await run('backup', into);
  expect(usual).toMatchObject({ code: 1, output: expect.stringContaining(`no bucket ${project.id}-countersign-chec`) });
  // Removed with the project.
  writeFileSync(join(root, `functions/.env.${project.id}`), 'CHECKPOINT_BUCKET=our-own-checkpoints\n');
  const own = await run('backup', into);
  expect(own).toMatchObject({ code: 1, output: expect.stringContaining('There is no bucket our-own-checkpoints.') });
  const said = await run('backup', into, '--bucket', 'another');
  expect(said).toMatchObject({ code: 1, output: expect.stringContaining('There is no bucket another.') });
  expect(existsSync(into)).toBe(false);
  expect(project.state.unknown).toEqual([]);
});

test('passing trouble is tried again', async () => {
  const asked = () => project.state.calls.filter(({ url }) => url.endsWith('/storage/v1/b/busy')).length;
  project.state.faults.push(outOfQuota(/^GET storage.*\/b\/busy$/, 2));
  expect(await run('backup', join(folder, 'new'), '--bucket', 'busy')).toMatchObject({ code: 1 });
  expect(asked()).toBe(3);
});
