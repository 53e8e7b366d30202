import type { protos } from '@google-cloud/run';
import { connect } from './clients.ts';
import { RuntimeBusy, RuntimeRefused, RuntimeUnavailable, rpcCode, toRuntimeError } from './errors.ts';
import { isSameJob, jobIdOf, jobOf } from './job.ts';
import { runtimeSettings, type RuntimeSettings } from './settings.ts';
import { exitCodeOf, firstFailure, GONE, hasFailed, observationOf, type Observation } from './status.ts';

type Execution = protos.google.cloud.run.v2.IExecution;

/** Executions of an image tag with the same values in some environment variables. */
interface Selection {
  imageTag: string;
  env: Record<string, string>;
  /** Names of the variables that are compared, by which a start whose reply was lost is found again. */
  identity: string[];
  /** None of the executions is older; absent: not known. */
  since?: Date | undefined;
}

/** `env`: the environment of this execution. No secrets: anybody who may view executions can read it. */
export interface Start extends Selection {
  /** An earlier try may have succeeded: look for its execution before starting another. */
  again: boolean;
}

export interface Runtime {
  /** Creates the job of an image tag, or updates it, and returns its name. Throws like `start`. */
  prepare(imageTag: string): Promise<string>;
  /** Starts an execution and returns its name. Throws RuntimeRefused or RuntimeUnavailable. */
  start(request: Start): Promise<string>;
  /** The name of the newest execution of a selection, or null. Throws like `start`. */
  find(selection: Selection): Promise<string | null>;
  /** Deletes an execution, ending it if it still runs; does nothing if it is gone. Throws like `start`. */
  remove(execution: string): Promise<void>;
  /** The same for every execution of a selection, found among all of the job's. Throws like `start`. */
  removeAll(selection: Selection): Promise<void>;
  /** Asks an execution to end; does nothing if it has ended or is gone. Throws like `start`. */
  cancel(execution: string): Promise<void>;
  /** What Cloud Run reports now. Throws RuntimeUnavailable or RuntimeRefused when asking failed. */
  observe(execution: string): Promise<Observation>;
  /** The exit code of an ended execution; null when it never ran. Throws like `observe`. */
  exitCode(execution: string): Promise<number | null>;
}

/** Milliseconds for one call: short, because a person waits for most of them. */
const CALL_MS = 5_000;
/** Executions read at a time. */
const PAGE = 100;
/** Milliseconds by which Cloud Run's clock may be behind ours. */
const CLOCKS_MS = 5 * 60_000;
/** Milliseconds between tries while Cloud Run still prepares a new job. */
const READY_DELAYS_MS = [150, 300, 600];

let deployed: Runtime | undefined;

/** The runtime of this deployment, connected at first use. */
export function runtime(): Runtime {
  deployed ??= createRuntime(runtimeSettings());
  return deployed;
}

/** Cloud Run Jobs, real or local: the clients are built the same way for both. */
export function createRuntime(settings: RuntimeSettings): Runtime {
  let connected: ReturnType<typeof connect> | undefined;
  const clients = () => (connected ??= connect(settings));
  const call = { timeout: CALL_MS };
  /** Jobs that this instance has found up to date. */
  const ready = new Set<string>();

  return {
    prepare: (imageTag) => failing(() => prepare(imageTag)),
    start: (request) => failing(() => start(request)),
    find: (selection) => failing(() => findStarted(selection)),
    remove: (name) => failing(() => remove(name)),
    removeAll: (selection) => failing(() => removeAll(selection)),
    cancel: (name) => failing(() => cancel(name)),
    observe: (name) => failing(() => observe(name)),
    exitCode: (name) => failing(() => exitCode(name)),
  };

  async function start(request: Start): Promise<string> {
    const job = jobName(request.imageTag);
    if (request.again) {
      const earlier = await findStarted(request);
      if (earlier) return earlier;
    }
    await ensureJob(job, request.imageTag);
    try {
      return await runWhenReady(job, request);
    } catch (error) {
      // Somebody deleted a job that this instance had seen before.
      if (rpcCode(error) === 5 && ready.delete(job)) return start(request);
      ready.delete(job);
      const said = toRuntimeError(error);
      if (said instanceof RuntimeRefused || said instanceof RuntimeBusy) throw error;
      const heard = await findStarted(request);
      if (heard) return heard;
      throw error;
    }
  }

  async function prepare(imageTag: string): Promise<string> {
    const name = jobName(imageTag);
    ready.delete(name); // somebody may have deleted or changed it since
    await ensureJob(name, imageTag);
    return name;
  }

  async function ensureJob(name: string, imageTag: string): Promise<void> {
    if (ready.has(name)) return;
    const wanted = jobOf(settings, imageTag);
    try {
      const [found] = await (await clients()).jobs.getJob({ name }, call);
      if (!isSameJob(found, wanted)) await (await clients()).jobs.updateJob({ job: { ...wanted, name } }, call);
    } catch (error) {
      if (rpcCode(error) !== 5) throw error;
      await createJob(name, imageTag);
    }
    ready.add(name);
  }

  async function createJob(name: string, imageTag: string): Promise<void> {
    const jobId = jobIdOf(imageTag);
    try {
      await (
        await clients()
      ).jobs.createJob({ parent: settings.location, jobId, job: jobOf(settings, imageTag) }, call);
    } catch (error) {
      if (rpcCode(error) !== 6) throw error; // 6: another start created it at the same moment
    }
  }

  /** A job just created or changed answers 9 or 10 until it is prepared; if that failed, its conditions say why. */
  async function runWhenReady(job: string, request: Start): Promise<string> {
    for (const delay of [...READY_DELAYS_MS, null]) {
      try {
        return await run(job, request);
      } catch (error) {
        if (rpcCode(error) !== 9 && rpcCode(error) !== 10) throw error;
        const [found] = await (await clients()).jobs.getJob({ name: job }, call);
        if (found.terminalCondition && hasFailed(found.terminalCondition)) {
          throw new RuntimeRefused(
            firstFailure([found.terminalCondition, ...(found.conditions ?? [])]) ?? String(error),
          );
        }
        if (delay === null) throw new RuntimeUnavailable(String(error), { cause: error });
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
    throw new RuntimeUnavailable('The job was not ready in time');
  }

  async function run(job: string, request: Start): Promise<string> {
    const env = Object.entries(request.env).map(([name, value]) => ({ name, value }));
    const [operation] = await (
      await clients()
    ).jobs.runJob({ name: job, overrides: { containerOverrides: [{ env }] } }, call);
    const name = operation.metadata?.name; // never operation.promise(): it lasts as long as the execution
    if (typeof name !== 'string') throw new RuntimeUnavailable('RunJob answered without the name of the execution');
    return name;
  }

  /** The execution that an earlier RunJob of the same start created, if there is one, however many came after it. */
  async function findStarted(selection: Selection): Promise<string | null> {
    for await (const page of pagesOf(selection)) {
      const found = page.find((execution) => isOf(execution, selection));
      if (found) return found.name ?? null;
    }
    return null;
  }

  async function removeAll(selection: Selection): Promise<void> {
    const names: string[] = [];
    for await (const page of pagesOf(selection))
      names.push(...page.filter((execution) => isOf(execution, selection)).flatMap(({ name }) => name ?? []));
    await Promise.all(names.map(remove));
  }

  async function remove(name: string): Promise<void> {
    // Whether deleting ends one that runs is not documented.
    await cancel(name);
    await unlessMissing((await clients()).executions.deleteExecution({ name }, call), undefined);
  }

  /**
   * The executions of the job that all containers of an image tag share, newest first, back to the selection's `since`.
   */
  async function* pagesOf({ imageTag, since }: Selection): AsyncGenerator<Execution[]> {
    const request = { parent: jobName(imageTag), pageSize: PAGE };
    let pageToken: string | undefined;
    do {
      const asked = (await clients()).executions.listExecutions(
        { ...request, pageToken },
        { ...call, autoPaginate: false },
      );
      const [page, next] = await unlessMissing(asked, [[], null] as const);
      yield [...page];
      if (since && isBefore(page.at(-1), since)) return;
      pageToken = next?.pageToken || undefined;
    } while (pageToken);
  }

  async function cancel(name: string): Promise<void> {
    try {
      await (await clients()).executions.cancelExecution({ name }, call);
    } catch (error) {
      // 5: gone; 9: already complete
      if (rpcCode(error) !== 5 && rpcCode(error) !== 9) throw error;
    }
  }

  async function observe(name: string): Promise<Observation> {
    const [execution] = await unlessMissing((await clients()).executions.getExecution({ name }, call), [null]);
    return execution ? observationOf(execution) : GONE;
  }

  async function exitCode(name: string): Promise<number | null> {
    const [all] = await unlessMissing((await clients()).tasks.listTasks({ parent: name }, call), [[]]);
    return exitCodeOf(all[0]?.lastAttemptResult);
  }

  function jobName(imageTag: string): string {
    return `${settings.location}/jobs/${jobIdOf(imageTag)}`;
  }
}

/** The reply to a call, or `otherwise` when its subject does not exist. */
async function unlessMissing<T, U = T>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (rpcCode(error) === 5) return otherwise;
    throw error;
  }
}

function isBefore(execution: Execution | undefined, since: Date): boolean {
  const createdAt = Number(execution?.createTime?.seconds ?? Infinity) * 1000;
  return createdAt < since.getTime() - CLOCKS_MS;
}

function isOf(execution: Execution, { env, identity }: Selection): boolean {
  const has = execution.template?.containers?.[0]?.env ?? [];
  return identity.every((name) => has.some((entry) => entry.name === name && entry.value === env[name]));
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRuntimeError(error);
  }
}
