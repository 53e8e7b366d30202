import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { identify, isAlive, processesOf, sendSignal } from './processes.ts';

test('a process is known by number and start, and is gone when it has ended', async () => {
  const child = spawn('sleep', ['300']);
  const identity = identify(child.pid ?? 0);
  if (identity === undefined) throw new Error('the child was not identified');
  expect(isAlive(identity)).toBe(true);
  expect(isAlive({ ...identity, startedAt: '1' }), 'another process with the same number').toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(identity)).toBe(false);
  expect(sendSignal(identity.pid, 'SIGTERM')).toBe(false);
});

test('without /proc it is the same process in another time zone and language', () => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } }));
  const identities = ['Asia/Tokyo', 'America/New_York'].map((zone) => {
    vi.stubEnv('TZ', zone);
    return identify(process.pid);
  });
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  expect(identities[0]?.startedAt).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
  expect(identities[1]).toEqual(identities[0]);
});

test('processes are found by a folder they stand in or name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-processes-'));
  const inside = spawn('sleep', ['300'], { cwd: folder, env: {} });
  const naming = spawn('sleep', ['300'], { cwd: '/', env: { HOME: join(folder, 'home') } });
  const other = spawn('sleep', ['300'], { cwd: '/', env: {} });
  await expect.poll(() => processesOf(folder).sort()).toEqual([inside.pid, naming.pid].sort());
  for (const child of [inside, naming, other]) child.kill('SIGKILL');
});
