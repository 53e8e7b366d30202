import { mkdtempSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newPlace, npmStart, pressCtrlC, processesOf, untilUp } from './support/started.ts';

test('after a kill the next start clears what was left; a second Ctrl-C does not wait', async () => {
  const place = await newPlace();
  const killed = npmStart(place);
  await untilUp(killed);
  process.kill(-(killed.process.pid ?? 0), 'SIGKILL');
  expect(processesOf(place.folder), 'emulators live on after a kill').not.toEqual([]);

  const next = npmStart(place);
  await untilUp(next);
  pressCtrlC(next);
  await new Promise((resolve) => setTimeout(resolve, 700)); // a person's second press, not an echo of the first
  if (next.process.exitCode === null && next.process.signalCode === null) pressCtrlC(next);
  await next.exit;
  expect(processesOf(place.folder)).toEqual([]);
});

test('a machine without an emulator and without a way to install one gets one clear message', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'countersign-path-'));
  for (const program of ['node', 'npm', 'sh', 'env', 'git', 'dirname']) {
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(programs, program));
  }
  const started = npmStart(await newPlace(), [], { PATH: programs });
  expect(await started.exit).toBe(1);
  expect(started.output().trim()).toBe('Install default-jre-headless, then start again.');
});
