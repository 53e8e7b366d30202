import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { identify } from './processes.ts';
import { startService, type Service } from './service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-service-'));
});

function shell(script: string, readyWithinMs = 10_000): Service {
  return startService({
    name: 'The thing',
    command: '/bin/sh',
    args: ['-c', script],
    cwd: folder,
    env: { PATH: process.env.PATH },
    logFile: join(folder, 'log'),
    ready: async () => existsSync(join(folder, 'ready')),
    readyWithinMs,
  });
}

test('it is ready when it says so, and stopped with everything it started', async () => {
  const service = shell('sleep 300 & echo $! > child; touch ready; wait');
  await service.ready;
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
  expect(identify(child)).toBeDefined();
  await service.stop();
  expect(identify(service.identity.pid)).toBeUndefined();
  expect(identify(child)).toBeUndefined();
});

test('one that ends early, or never gets ready, is told with its last words', async () => {
  await expect(shell('echo no such thing >&2; exit 1').ready).rejects.toThrow(
    'The thing ended before it was ready.\nno such thing',
  );
  const slow = shell('echo thinking; sleep 300', 300);
  await expect(slow.ready).rejects.toThrow(/The thing did not start within 0.3 s.[^]*thinking/);
  await slow.stop();
});

test('one that does not listen is killed after the grace period', async () => {
  const service = shell('trap "" TERM; touch ready; while :; do sleep 0.05; done');
  await service.ready;
  await service.stop(200);
  expect(identify(service.identity.pid)).toBeUndefined();
});
