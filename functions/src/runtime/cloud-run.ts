import type { protos } from '@google-cloud/run';
import { rpc } from '../lib/rpc.ts';
import { connect, type Clients } from './clients.ts';
import { RuntimeBusy, RuntimeRefused, rpcCode, toRuntimeError } from './errors.ts';
import { createJobs } from './jobs.ts';
import { runtimeSettings, type RuntimeSettings } from './settings.ts';
import { exitCodeOf, GONE, observationOf, type Observation } from './status.ts';

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
/** What an execution that is gone, or already complete, answers when it is to be cancelled. */
const ENDED = new Set<number | undefined>([rpc.notFound, rpc.failedPrecondition]);

let deployed: Runtime | undefined;

/** The runtime of this deployment, connected at first use. */
export function runtime(): Runtime {
  deployed ??= createRuntime(runtimeSettings());
  return deployed;
}

/** Cloud Run Jobs, real or local: the clients are built the same way for both. */
export function createRuntime(settings: RuntimeSettings): Runtime {
  let connected: Promise<Clients> | undefined;
  const clients = () => (connected ??= connect(settings));
  const call = { timeout: CALL_MS };
  const jobs = createJobs(clients, settings, call);

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
    const { imageTag, env } = request;
    if (request.again) {
      const earlier = await findStarted(request);
      if (earlier) return earlier;
    }
    await jobs.ensure(imageTag);
    try {
      return await jobs.run(imageTag, env);
    } catch (error) {
      // Somebody deleted a job that this instance had seen before.
      if (jobs.forget(imageTag) && rpcCode(error) === rpc.notFound) return start(request);
      const said = toRuntimeError(error);
      if (said instanceof RuntimeRefused || said instanceof RuntimeBusy) throw error;
      const heard = await findStarted(request);
      if (heard) return heard;
      throw error;
    }
  }

  async function prepare(imageTag: string): Promise<string> {
    jobs.forget(imageTag);
    return jobs.ensure(imageTag);
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
    const { executions } = await clients();
    await unlessMissing(executions.deleteExecution({ name }, call), undefined);
  }

  /**
   * The executions of the job that all containers of an image tag share, newest first, back to the selection's `since`.
   */
  async function* pagesOf({ imageTag, since }: Selection): AsyncGenerator<Execution[]> {
    const { executions } = await clients();
    const request = { parent: jobs.nameOf(imageTag), pageSize: PAGE };
    let pageToken: string | undefined;
    do {
      const asked = executions.listExecutions({ ...request, pageToken }, { ...call, autoPaginate: false });
      const [page, next] = await unlessMissing(asked, [[], null] as const);
      yield [...page];
      if (since && isBefore(page.at(-1), since)) return;
      pageToken = next?.pageToken || undefined;
    } while (pageToken);
  }

  async function cancel(name: string): Promise<void> {
    const { executions } = await clients();
    try {
      await executions.cancelExecution({ name }, call);
    } catch (error) {
      if (!ENDED.has(rpcCode(error))) throw error;
    }
  }

  async function observe(name: string): Promise<Observation> {
    const { executions } = await clients();
    const [execution] = await unlessMissing(executions.getExecution({ name }, call), [null]);
    return execution ? observationOf(execution) : GONE;
  }

  async function exitCode(name: string): Promise<number | null> {
    const { tasks } = await clients();
    const [all] = await unlessMissing(tasks.listTasks({ parent: name }, call), [[]]);
    return exitCodeOf(all[0]?.lastAttemptResult);
  }
}

/** The reply to a call, or `otherwise` when its subject does not exist. */
async function unlessMissing<T, U = T>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (rpcCode(error) === rpc.notFound) return otherwise;
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
