import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesOf } from '../lib/processes.ts';
import { pause } from '../lib/service.ts';

const root = join(import.meta.dirname, '../..');
/** Sleeps until it is ended, and takes a moment for that. */
const ORDERLY = 'trap "touch ended; exit 0" TERM; touch begun; while :; do sleep 0.1; done';
/** Never ends when asked, nor does what it starts. */
const STUBBORN = 'trap "" TERM; sleep 300 & touch begun; while :; do sleep 300; done';

/** `npm test` in a terminal, with one lane of two steps: a shell's script, and one that leaves a file behind. */
async function startTests(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-run-steps-'));
  const program = join(folder, 'test.mts');
  const step = (name: string, text: string) =>
    `check(${JSON.stringify(folder)}, '${name}', ['sh', ['-c', ${JSON.stringify(text)}]])`;
  writeFileSync(
    program,
    `import { check } from '${root}/dev/testing/steps.ts';
     import { runSteps } from '${root}/dev/testing/run-steps.ts';
     const lane = [${step('first', script)}, ${step('second', 'touch second')}];
     void runSteps({ root: ${JSON.stringify(folder)}, groups: [[lane]], ofFiles: () => lane[0] }, []);`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    detached: true,
    env: { ...process.env, COUNTERSIGN_FOLDER: folder },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const has = (file: string) => existsSync(join(folder, file));
  await expect.poll(() => has('begun')).toBe(true);
  const pressCtrlC = () => process.kill(-(child.pid ?? 0), 'SIGINT');
  return { folder, exit, has, pressCtrlC };
}

test('interrupted once, it gives the running step time to end, begins no other, and fails', async () => {
  const { folder, exit, has, pressCtrlC } = await startTests(ORDERLY);
  pressCtrlC();
  expect(await exit).toBe(1);
  expect([has('ended'), has('second')]).toEqual([true, false]);
  await expect.poll(() => processesOf(folder)).toEqual([]);
});

test('interrupted twice, it waits for nothing and leaves nothing', async () => {
  const { folder, exit, has, pressCtrlC } = await startTests(STUBBORN);
  expect(processesOf(folder).length, 'itself, the step and what that started').toBeGreaterThan(2);
  const pressedAt = Date.now();
  pressCtrlC();
  await pause(1_500); // a person's second press, not an echo of the first
  pressCtrlC();
  expect(await exit).toBe(1);
  expect(Date.now() - pressedAt, 'without the time that one press gives').toBeLessThan(10_000);
  expect(has('second')).toBe(false);
  await expect.poll(() => processesOf(folder)).toEqual([]);
});
