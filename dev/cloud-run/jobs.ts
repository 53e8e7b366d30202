import { RpcError } from './rpc-error.ts';
import { jobInput, parseInput, type Job } from './resources.ts';
import type { State } from './state.ts';

const JOB_ID = /^[a-z](?:[a-z0-9-]{0,47}[a-z0-9])?$/;

/** Throws 3 for a name that Cloud Run would not accept, 6 if the job exists already. */
export function createJob(state: State, parent: string, jobId: string, body: unknown): Job {
  if (!JOB_ID.test(jobId)) {
    throw new RpcError(
      3,
      `job_id "${jobId}": only lowercase, digits, and hyphens; must begin with letter, and may not end with hyphen; must be less than 50 characters`,
    );
  }
  const name = `${parent}/jobs/${jobId}`;
  if (state.jobs.has(name)) throw new RpcError(6, `Job '${jobId}' already exists.`);
  const now = new Date().toISOString();
  const ready = { type: 'Ready', state: 'CONDITION_SUCCEEDED', lastTransitionTime: now } as const;
  const job: Job = {
    ...parseInput(jobInput, body),
    name,
    uid: crypto.randomUUID(),
    generation: '1',
    createTime: now,
    updateTime: now,
    executionCount: 0,
    conditions: [ready],
    terminalCondition: ready,
    etag: crypto.randomUUID(),
  };
  state.jobs.set(name, job);
  state.save();
  return job;
}

/** Throws 5 when there is no such job. */
export function getJob(state: State, name: string): Job {
  const job = state.jobs.get(name);
  if (job === undefined) throw new RpcError(5, `Resource '${name}' of kind 'JOB' does not exist.`);
  return job;
}

/** The jobs of a location (`projects/…/locations/…`). */
export function listJobs(state: State, parent: string): Job[] {
  return [...state.jobs.values()].filter((job) => job.name.startsWith(`${parent}/jobs/`));
}

/** Replaces a job's template; running executions keep theirs. With `allowMissing` a missing job is created. */
export function updateJob(state: State, name: string, body: unknown, allowMissing: boolean): Job {
  if (allowMissing && !state.jobs.has(name)) {
    const [parent = '', jobId = ''] = name.split('/jobs/');
    return createJob(state, parent, jobId, body);
  }
  const job = getJob(state, name);
  const { template, labels, annotations } = parseInput(jobInput, body);
  Object.assign(job, {
    template,
    labels,
    annotations,
    updateTime: new Date().toISOString(),
    etag: crypto.randomUUID(),
  });
  job.generation = String(Number(job.generation) + 1);
  state.save();
  return job;
}
