import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protos } from '@google-cloud/run';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identify } from '../lib/processes.ts';
import { startCloudRun, type CloudRunServer } from './server.ts';
import {
  clientsFor,
  conditionOf,
  createShellJob,
  executionWhen,
  isComplete,
  isRunning,
  LOCATION,
  newFolder,
  runJob,
  TOKEN,
  type Clients,
} from './test-client.ts';

const folder = newFolder();
const options = {
  token: TOKEN,
  images: { 'local/shell:latest': ['/bin/sh'] },
  environment: { FROM_SERVER: 'server' },
};
let server: CloudRunServer;
let clients: Clients;

beforeAll(async () => {
  server = await startCloudRun(0, { ...options, folder, startDelayMs: 300, graceMs: 3_000 });
  clients = clientsFor(server.port);
});
afterAll(() => server.stop());

const logOf = (execution: string) =>
  readFileSync(join(folder, 'logs', `${execution.split('/executions/')[1]}.log`), 'utf8');

describe('jobs', () => {
  test('a job is created, read, listed, changed and deleted', async () => {
    const name = await createShellJob(clients, 'a-job', 'true');
    const [job] = await clients.jobs.getJob({ name });
    expect(job.terminalCondition?.state).toBe('CONDITION_SUCCEEDED');
    job.labels = { colour: 'blue' };
    await clients.jobs.updateJob({ job });
    const [all] = await clients.jobs.listJobs({ parent: LOCATION });
    expect(all.find((one) => one.name === name)).toMatchObject({ labels: { colour: 'blue' }, generation: '2' });
    const [deleted] = await clients.jobs.deleteJob({ name });
    await deleted.promise();
    await expect(clients.jobs.getJob({ name })).rejects.toMatchObject({ code: 5 });
  });

  test('refusals carry the codes of google.rpc', async () => {
    const name = await createShellJob(clients, 'twice', 'true');
    await expect(createShellJob(clients, 'twice', 'true')).rejects.toMatchObject({ code: 6 });
    await expect(createShellJob(clients, 'Upper', 'true')).rejects.toMatchObject({ code: 3 });
    await expect(createShellJob(clients, 'retries', 'true', { maxRetries: 2 })).rejects.toMatchObject({ code: 3 });
    await expect(runJob(clients, `${LOCATION}/jobs/none`)).rejects.toMatchObject({ code: 5 });
    await expect(clients.executions.getExecution({ name: `${name}/executions/none` })).rejects.toMatchObject({
      code: 5,
    });
    await expect(clients.executions.listExecutions({ parent: `${LOCATION}/jobs/none` })).rejects.toMatchObject({
      code: 5,
    });
  });

  test('lists are paged', async () => {
    const name = await createShellJob(clients, 'paged', 'true');
    for (let count = 0; count < 5; count += 1) await runJob(clients, name);
    const [executions] = await clients.executions.listExecutions({ parent: name, pageSize: 2 });
    expect(executions).toHaveLength(5);
    const [job] = await clients.jobs.getJob({ name });
    expect(job.executionCount).toBe(5);
  });
});

describe('executions', () => {
  test('one that works is pending, running, then succeeded', async () => {
    const go = join(folder, 'go');
    const job = await createShellJob(clients, 'works', `while [ ! -e ${go} ]; do sleep 0.05; done`);
    const [{ metadata: pending }] = await clients.jobs.runJob({ name: job });
    expect(pending).toMatchObject({ runningCount: 0, startTime: null, completionTime: null });
    const name = pending?.name ?? '';
    const running = await executionWhen(clients, name, isRunning);
    expect(running.startTime).not.toBeNull();
    writeFileSync(go, '');
    const done = await executionWhen(clients, name, isComplete);
    expect(done).toMatchObject({ succeededCount: 1, failedCount: 0, runningCount: 0 });
    expect(conditionOf(done, 'Completed')?.state).toBe('CONDITION_SUCCEEDED');
  });

  test('the operation of RunJob ends with the execution', async () => {
    const [operation] = await clients.jobs.runJob({ name: await createShellJob(clients, 'operation', 'true') });
    expect(operation.done).toBe(false);
    const [execution] = await operation.promise();
    expect(execution.succeededCount).toBe(1);
  });

  test('it gets the environment of job, overrides, server and Cloud Run, and nothing else', async () => {
    process.env.NOT_FOR_CONTAINERS = 'leak';
    const job = await createShellJob(clients, 'environment', 'env');
    const name = await runJob(clients, job, [{ name: 'FROM_RUN', value: 'run' }]);
    await executionWhen(clients, name, isComplete);
    const names = logOf(name)
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.filter((one) => one !== 'PWD').sort()).toEqual([
      'CLOUD_RUN_EXECUTION',
      'CLOUD_RUN_JOB',
      'CLOUD_RUN_TASK_ATTEMPT',
      'CLOUD_RUN_TASK_COUNT',
      'CLOUD_RUN_TASK_INDEX',
      'FROM_JOB',
      'FROM_RUN',
      'FROM_SERVER',
      'HOME',
      'PATH',
      'TMPDIR',
    ]);
    expect(logOf(name)).toContain(`CLOUD_RUN_EXECUTION=${name.split('/executions/')[1]}\n`);
    expect(logOf(name)).toContain('FROM_RUN=run\n');
  });

  test('an exit code is recorded', async () => {
    const name = await runJob(clients, await createShellJob(clients, 'fails', 'echo to-err >&2; exit 3'));
    const done = await executionWhen(clients, name, isComplete);
    expect(done).toMatchObject({ failedCount: 1, succeededCount: 0 });
    expect(conditionOf(done, 'Completed')).toMatchObject({ state: 'CONDITION_FAILED' });
    const [[task]] = await clients.tasks.listTasks({ parent: name });
    expect(task?.lastAttemptResult).toMatchObject({ exitCode: 3, termSignal: 0 });
    expect(logOf(name)).toBe('to-err\n');
  });

  test('a kill is recorded as a signal with exit code 0', async () => {
    const name = await runJob(clients, await createShellJob(clients, 'killed', 'kill -KILL $$'));
    await executionWhen(clients, name, isComplete);
    const [[task]] = await clients.tasks.listTasks({ parent: name });
    expect(task?.lastAttemptResult).toMatchObject({ exitCode: 0, termSignal: 9 });
  });

  test('an unknown image fails the execution with a message', async () => {
    const container = { image: 'local/countersign-agent:nope' };
    const [created] = await clients.jobs.createJob({
      parent: LOCATION,
      jobId: 'no-image',
      job: { template: { template: { containers: [container] } } },
    });
    await created.promise();
    const done = await executionWhen(clients, await runJob(clients, `${LOCATION}/jobs/no-image`), isComplete);
    expect(done.failedCount).toBe(1);
    const message = "Image 'local/countersign-agent:nope' not found.";
    expect(conditionOf(done, 'Completed')).toMatchObject({ state: 'CONDITION_FAILED', message });
  });

  test('what cannot be started fails with the reason, and others are started', async () => {
    const own = newFolder();
    writeFileSync(join(own, 'logs'), 'a file in the place of the folder');
    const other = await startCloudRun(0, { ...options, folder: own, startDelayMs: 0, graceMs: 0 });
    try {
      const itsClients = clientsFor(other.port);
      const job = await createShellJob(itsClients, 'started', 'true');
      const failed = await executionWhen(itsClients, await runJob(itsClients, job), isComplete);
      expect(failed).toMatchObject({ failedCount: 1, succeededCount: 0, startTime: null });
      expect(conditionOf(failed, 'Completed')?.message).toMatch(/^The container could not be started: EEXIST/);
      rmSync(join(own, 'logs'));
      const done = await executionWhen(itsClients, await runJob(itsClients, job), isComplete);
      expect(done.succeededCount).toBe(1);
    } finally {
      await other.stop();
    }
  });

  test('a timeout ends it', async () => {
    const job = await createShellJob(clients, 'timeout', 'sleep 60', { timeout: { seconds: 1 } });
    const done = await executionWhen(clients, await runJob(clients, job), isComplete);
    expect(done).toMatchObject({ failedCount: 1, cancelledCount: 0 });
    expect(conditionOf(done, 'Completed')?.message).toContain('maximum timeout of 1 seconds');
  });

  test('its disk and whatever it left running go with it', async () => {
    const script = 'echo $HOME; setsid sleep 300 & echo $!; sleep 0.2';
    const name = await runJob(clients, await createShellJob(clients, 'daemon', script));
    await executionWhen(clients, name, isComplete);
    const [home = '', pid = ''] = logOf(name).trim().split('\n');
    await expect.poll(() => identify(Number(pid))).toBeUndefined();
    expect(existsSync(home)).toBe(false);
  });
});

describe('executions of one container of the app', () => {
  const container = (id: string) => [{ name: 'CONTAINER_ID', value: id }];
  const homeOf = (name: string) => logOf(name).split('\n')[0] ?? '';

  test('one after the other they have the same paths, and nothing of what was there', async () => {
    const job = await createShellJob(clients, 'again', 'echo $HOME; ls -A $HOME; echo kept > $HOME/kept');
    const names: string[] = [];
    for (const id of ['one', 'one', 'two', '../up']) {
      const name = await runJob(clients, job, container(id));
      await executionWhen(clients, name, isComplete);
      names.push(name);
    }
    const [first = '', second = '', other = '', strange = ''] = names;
    expect(logOf(second)).toBe(logOf(first));
    expect(homeOf(other)).not.toBe(homeOf(first));
    expect(homeOf(strange), 'what could not be the name of a folder counts for nothing').toContain('/again-');
  });

  test('two at once have a disk each, which the end of a former one leaves alone', async () => {
    const go = join(folder, 'go-on');
    const job = await createShellJob(
      clients,
      'at-once',
      `echo $HOME; while [ ! -e ${go} ]; do sleep 0.05; done; ls -d $HOME`,
    );
    const earlier = await runJob(clients, await createShellJob(clients, 'earlier', 'echo $HOME'), container('busy'));
    await executionWhen(clients, earlier, isComplete);
    const names = [await runJob(clients, job, container('busy')), await runJob(clients, job, container('busy'))];
    for (const name of names) await expect.poll(() => logOfOrNothing(name)).toContain('/home');
    await clients.executions.deleteExecution({ name: earlier });
    writeFileSync(go, '');
    for (const name of names) await executionWhen(clients, name, isComplete);
    const homes = names.map(homeOf);
    expect(homes).toContain(homeOf(earlier));
    expect(new Set(homes).size).toBe(2);
    for (const name of names) expect(logOf(name)).toBe(`${homeOf(name)}\n`.repeat(2));
  });
});

describe('cancelling', () => {
  test('asks the container to end', async () => {
    const script = 'trap "echo asked; exit 0" TERM; echo ready; while :; do sleep 0.05; done';
    const name = await runJob(clients, await createShellJob(clients, 'polite', script));
    await expect.poll(() => logOfOrNothing(name)).toBe('ready\n');
    await clients.executions.cancelExecution({ name });
    const done = await executionWhen(clients, name, isComplete);
    expect(done).toMatchObject({ cancelledCount: 1, failedCount: 0, runningCount: 0 });
    expect(conditionOf(done, 'Completed')).toMatchObject({ executionReason: 'CANCELLED' });
    expect(logOf(name)).toBe('ready\nasked\n');
  });

  test('kills what does not react, even when frozen, and refuses a second time', async () => {
    const job = await createShellJob(clients, 'stubborn', 'trap "" TERM; echo ready; kill -STOP $$; sleep 60');
    const name = await runJob(clients, job);
    await expect.poll(() => logOfOrNothing(name)).toBe('ready\n');
    const [{ metadata: cancelling }] = await clients.executions.cancelExecution({ name });
    const executionReason = protos.google.cloud.run.v2.Condition.ExecutionReason.CANCELLING;
    expect(cancelling).toMatchObject({
      runningCount: 1,
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'Completed', executionReason })]),
    });
    await executionWhen(clients, name, isComplete);
    await expect(clients.executions.cancelExecution({ name })).rejects.toMatchObject({ code: 9 });
  });

  test('before the start leaves nothing to run', async () => {
    const late = await startCloudRun(0, { ...options, folder: newFolder(), startDelayMs: 600_000, graceMs: 0 });
    try {
      const itsClients = clientsFor(late.port);
      const name = await runJob(itsClients, await createShellJob(itsClients, 'early', 'echo ran'));
      await itsClients.executions.cancelExecution({ name });
      const [done] = await itsClients.executions.getExecution({ name });
      expect(done).toMatchObject({ cancelledCount: 1, startTime: null });
    } finally {
      await late.stop();
    }
  });

  test('deleting an execution ends it, deleting a job ends all of its own', async () => {
    const job = await createShellJob(clients, 'deleted', 'echo $$; exec sleep 300');
    const names = [await runJob(clients, job), await runJob(clients, job)];
    for (const name of names) await executionWhen(clients, name, isRunning);
    for (const name of names) await expect.poll(() => logOfOrNothing(name)).toMatch(/\d/);
    const pids = names.map((name) => Number(logOf(name)));
    await clients.executions.deleteExecution({ name: names[0] });
    await expect(clients.executions.getExecution({ name: names[0] })).rejects.toMatchObject({ code: 5 });
    await clients.jobs.deleteJob({ name: job });
    await expect(clients.executions.getExecution({ name: names[1] })).rejects.toMatchObject({ code: 5 });
    for (const pid of pids) await expect.poll(() => identify(pid)).toBeUndefined();
  });
});

function logOfOrNothing(name: string): string {
  try {
    return logOf(name);
  } catch {
    return '';
  }
}
