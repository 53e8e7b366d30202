import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identify, sendSignal } from '../lib/processes.ts';
import {
  clientsFor,
  conditionOf,
  createShellJob,
  executionWhen,
  isComplete,
  isRunning,
  newFolder,
  runJob,
  TOKEN,
  type Clients,
} from './test-client.ts';

// Runs the server as a separate program, so that it can be killed.
let folder: string;
let server: ChildProcess;
let port: number;
let clients: Clients;

beforeEach(async () => {
  folder = newFolder();
  port = 0;
  await start();
});
afterEach(() => end('SIGTERM'));

async function start(): Promise<void> {
  server = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      CLOUD_RUN_PORT: String(port),
      CLOUD_RUN_FOLDER: folder,
      CLOUD_RUN_TOKEN: TOKEN,
      CLOUD_RUN_IMAGES: JSON.stringify({ 'local/shell:latest': ['/bin/sh'] }),
      CLOUD_RUN_START_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout ?? server, 'data');
  port = Number(/:(\d+)\s*$/.exec(String(line))?.[1]);
  clients = clientsFor(port);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill(signal);
  await exit;
}

test('a killed server answers 14, and takes over its executions when it is back', async () => {
  const go = join(folder, 'go');
  const job = await createShellJob(clients, 'outlives', `while [ ! -e ${go} ]; do sleep 0.05; done; exit 4`);
  const name = await runJob(clients, job);
  await executionWhen(clients, name, isRunning);
  await end('SIGKILL');
  await expect(clients.executions.getExecution({ name })).rejects.toMatchObject({ code: 14 });

  await start();
  const [running] = await clients.executions.getExecution({ name });
  expect(running.runningCount).toBe(1);
  writeFileSync(go, '');
  await executionWhen(clients, name, isComplete);
  const [[task]] = await clients.tasks.listTasks({ parent: name });
  expect(task?.lastAttemptResult?.exitCode).toBe(4);
});

test('an execution that died while the server was away is failed', async () => {
  const name = await runJob(clients, await createShellJob(clients, 'dies', 'exec sleep 300'));
  await executionWhen(clients, name, isRunning);
  await end('SIGKILL');
  sendSignal(-processOf(name), 'SIGKILL');
  await start();
  const done = await executionWhen(clients, name, isComplete);
  expect(done.failedCount).toBe(1);
  expect(conditionOf(done, 'Completed')?.message).toContain('signal 9');
});

test('a stopped server leaves no process behind', async () => {
  const job = await createShellJob(clients, 'ends', 'setsid sleep 300 & sleep 300');
  const name = await runJob(clients, job);
  await executionWhen(clients, name, isRunning);
  const pid = processOf(name);
  await end('SIGTERM');
  expect(identify(pid)).toBeUndefined();
  await start();
  const [stopped] = await clients.executions.getExecution({ name });
  expect(stopped.cancelledCount).toBe(1);
});

function processOf(execution: string): number {
  const state: { executions: Record<string, { process: { pid: number } }> } = JSON.parse(
    readFileSync(join(folder, 'state.json'), 'utf8'),
  );
  const pid = state.executions[execution]?.process.pid;
  if (pid === undefined) throw new Error(`${execution} has no process`);
  return pid;
}
