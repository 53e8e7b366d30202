import { setTimeout as delay } from 'node:timers/promises';
import { rpc } from '../lib/rpc.ts';
import type { Clients } from './clients.ts';
import { RuntimeRefused, RuntimeUnavailable, rpcCode } from './errors.ts';
import { isSameJob, jobIdOf, jobOf } from './job.ts';
import type { RuntimeSettings } from './settings.ts';
import { firstFailure, hasFailed } from './status.ts';

/** The jobs of Cloud Run, one for each image tag: all containers of that tag are executions of it. */
export interface Jobs {
  nameOf(imageTag: string): string;
  /** Creates or updates a tag's job, unless this instance has found it up to date; returns its name. */
  ensure(imageTag: string): Promise<string>;
  /** The next `ensure` looks again: somebody may have deleted or changed it. True if it was known to be up to date. */
  forget(imageTag: string): boolean;
  /** Starts an execution with these environment variables and returns its name. */
  run(imageTag: string, env: Readonly<Record<string, string>>): Promise<string>;
}

/** Milliseconds between tries while Cloud Run still prepares a new job. */
const READY_DELAYS_MS = [150, 300, 600];
/** What a job that is not prepared yet answers when it is to be run. */
const NOT_READY = new Set<number | undefined>([rpc.failedPrecondition, rpc.aborted]);

/** One job for each image tag; `call.timeout` is in milliseconds. */
export function createJobs(
  clients: () => Promise<Clients>,
  settings: RuntimeSettings,
  call: { timeout: number },
): Jobs {
  /** Names of jobs that this instance has found up to date. */
  const ready = new Set<string>();
  const nameOf = (imageTag: string) => `${settings.location}/jobs/${jobIdOf(imageTag)}`;

  return { nameOf, ensure, forget: (imageTag) => ready.delete(nameOf(imageTag)), run: runWhenReady };

  async function ensure(imageTag: string): Promise<string> {
    const name = nameOf(imageTag);
    if (ready.has(name)) return name;
    const { jobs } = await clients();
    const wanted = jobOf(settings, imageTag);
    try {
      const [found] = await jobs.getJob({ name }, call);
      if (!isSameJob(found, wanted)) await jobs.updateJob({ job: { ...wanted, name } }, call);
    } catch (error) {
      if (rpcCode(error) !== rpc.notFound) throw error;
      await create(imageTag);
    }
    ready.add(name);
    return name;
  }

  async function create(imageTag: string): Promise<void> {
    const { jobs } = await clients();
    const job = jobOf(settings, imageTag);
    try {
      await jobs.createJob({ parent: settings.location, jobId: jobIdOf(imageTag), job }, call);
    } catch (error) {
      // Another start may have created it at the same moment.
      if (rpcCode(error) !== rpc.alreadyExists) throw error;
    }
  }

  /** A job just created or changed cannot be run until it is prepared; if that failed, its conditions say why. */
  async function runWhenReady(imageTag: string, env: Readonly<Record<string, string>>): Promise<string> {
    const { jobs } = await clients();
    const name = nameOf(imageTag);
    for (const pause of [...READY_DELAYS_MS, null]) {
      try {
        return await run(name, env);
      } catch (error) {
        if (!NOT_READY.has(rpcCode(error))) throw error;
        const [{ terminalCondition, conditions }] = await jobs.getJob({ name }, call);
        if (terminalCondition && hasFailed(terminalCondition)) {
          throw new RuntimeRefused(firstFailure([terminalCondition, ...(conditions ?? [])]) ?? String(error));
        }
        if (pause === null) throw new RuntimeUnavailable(String(error), { cause: error });
        await delay(pause);
      }
    }
    throw new RuntimeUnavailable('The job was not ready in time');
  }

  async function run(name: string, env: Readonly<Record<string, string>>): Promise<string> {
    const { jobs } = await clients();
    const containerOverrides = [{ env: Object.entries(env).map(([key, value]) => ({ name: key, value })) }];
    const [operation] = await jobs.runJob({ name, overrides: { containerOverrides } }, call);
    const execution = operation.metadata?.name; // never operation.promise(): it lasts as long as the execution
    if (typeof execution !== 'string')
      throw new RuntimeUnavailable('RunJob answered without the name of the execution');
    return execution;
  }
}
