import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeJsonFile } from '../lib/json-file.ts';
import { identify } from '../lib/processes.ts';
import { endedRuns, newTestFolder } from './test-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-runs-'));
});

/** A run of tests with one service; `owner` is the process that ran it. */
function noteRun(name: string, owner: { pid: number; startedAt: string } | undefined): number {
  const service = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  const services = [identify(service.pid ?? 0)];
  writeJsonFile(join(root, '.countersign', name, 'processes.json'), { owner, services });
  return service.pid ?? 0;
}

test('what a killed run left is ended, and its folder is removed by the next run', async () => {
  const service = noteRun('test-e2e-1', { pid: 1, startedAt: 'long ago' });
  expect(await endedRuns(root)).toEqual([join(root, '.countersign/test-e2e-1')]);
  expect(identify(service)).toBeUndefined();
  expect(await newTestFolder(root, 'e2e')).toBe(join(root, `.countersign/test-e2e-${process.pid}`));
  expect(existsSync(join(root, '.countersign/test-e2e-1'))).toBe(false);
});

test('a run at work is left alone', async () => {
  const owner = spawn('sleep', ['300']);
  const service = noteRun('test-e2e-2', identify(owner.pid ?? 0));
  expect(await endedRuns(root)).toEqual([]);
  expect(identify(service)).toBeDefined();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  await endedRuns(root);
  expect(identify(service)).toBeUndefined();
});

test('a run that has just begun and has no services yet keeps its folder', async () => {
  const script = `
    const { newTestFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'test-folder.ts'))});
    console.log(await newTestFolder(${JSON.stringify(root)}, 'e2e'));
    setInterval(() => undefined, 1_000);`;
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  await once(other.stdout, 'data');
  expect(await endedRuns(root)).toEqual([]);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(await endedRuns(root)).toHaveLength(1);
});
