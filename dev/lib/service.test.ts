import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { identify } from './processes.ts';
import { endOf, startService, untilEnded, type Service } from './service.ts';
import { StartError } from './start-error.ts';

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

test('one that ends early, or never gets ready, is reported with its last words', async () => {
  await expect(shell('echo no such thing >&2; exit 1').ready).rejects.toThrow(
    'The thing ended before it was ready.\nno such thing',
  );
  const slow = shell('echo thinking; sleep 300', 2_000);
  await expect(slow.ready).rejects.toThrow(/The thing did not start within 2 s.[^]*thinking/);
  await slow.stop();
});

test('one that does not listen is killed after the grace period', async () => {
  const service = shell('trap "" TERM; touch ready; while :; do sleep 0.05; done');
  await service.ready;
  await service.stop(200);
  expect(identify(service.identity.pid)).toBeUndefined();
});

test('each start has a log of its own, the one before stays beside it', async () => {
  await expect(shell('echo first; exit 1').ready).rejects.toThrow('first');
  const second = shell('echo second; touch ready; sleep 300');
  await second.ready;
  await second.stop(0);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('second\n');
  expect(readFileSync(join(folder, 'log.1'), 'utf8')).toBe('first\n');
});

test('of a log the end is read, however long it is', () => {
  writeFileSync(join(folder, 'log'), `${'much\n'.repeat(200_000)}last words\n`);
  expect(endOf(join(folder, 'log')).length).toBeLessThan(300_000);
  expect(endOf(join(folder, 'log'))).toMatch(/last words\n$/);
});

test('one that ends while it is needed is reported with its last words', async () => {
  const service = shell('touch ready; echo address in use; exit 0');
  await expect(untilEnded(service)).rejects.toThrow('The thing ended unexpectedly.\naddress in use');
});

test('what a person has to fix is reported at once', async () => {
  const service = startService({
    name: 'The thing',
    command: '/bin/sleep',
    args: ['300'],
    cwd: folder,
    env: {},
    logFile: join(folder, 'log'),
    ready: () => Promise.reject(new StartError('A setting is wrong.')),
    readyWithinMs: 60_000,
  });
  await expect(service.ready).rejects.toThrow('A setting is wrong.');
  await service.stop(0);
});
