import { timingSafeEqual } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type Request } from 'express';
import { cancelExecution, deleteExecution, deleteJob, getExecution, listExecutions, runJob } from './executions.ts';
import { messageOf } from '../lib/errors.ts';
import type { Executor } from './executor.ts';
import { createJob, getJob, listJobs, updateJob } from './jobs.ts';
import { getOperation, operationOf, waitOperation } from './operations.ts';
import { RpcError } from './rpc-error.ts';
import type { State } from './state.ts';
import { taskOf } from './tasks.ts';

const LOCATION = '(projects/[^/]+/locations/[^/]+)';
const JOB = '(projects/[^/]+/locations/[^/]+/jobs/[^/:]+)';
const EXECUTION = '(projects/[^/]+/locations/[^/]+/jobs/[^/]+/executions/[^/:]+)';
const OPERATION = '(projects/[^/]+/locations/[^/]+/operations/[^/:]+)';
const MAX_WAIT_MS = 30_000;

/**
 * The routes of the Cloud Run Admin API v2 that Countersign uses, in the notation of google.api.http; creating or
 * running a job needs the bearer token.
 */
export function createApp(state: State, executor: Executor, token: string): Express {
  const app = express();
  // Checked before anything of a request is read: whoever gets through can have programs started as this user. Reading
  // and ending are open, as the emulators are, through which anybody on this machine could do so anyway.
  app.use((req, _res, next) => {
    if (mayStart(req) && !hasToken(req, token))
      throw new RpcError(16, 'Request had invalid authentication credentials.');
    next();
  });
  app.use(express.json({ limit: '1mb' }));

  app.post(path(`${LOCATION}/jobs`), (req, res) => {
    const job = createJob(state, nameOf(req), String(req.query.jobId ?? req.query.job_id ?? ''), req.body);
    res.json(operationOf(job, true));
  });
  app.get(path(`${LOCATION}/jobs`), (req, res) => void res.json(page('jobs', listJobs(state, nameOf(req)), req)));
  app.get(path(JOB), (req, res) => void res.json(getJob(state, nameOf(req))));
  app.patch(path(JOB), (req, res) => {
    res.json(operationOf(updateJob(state, nameOf(req), req.body, req.query.allowMissing === 'true'), true));
  });
  app.delete(path(JOB), (req, res) => void res.json(operationOf(deleteJob(state, executor, nameOf(req)), true)));
  app.post(path(`${JOB}:run`), (req, res) => {
    res.json(operationOf(runJob(state, executor, nameOf(req), req.body), false));
  });

  app.get(path(`${JOB}/executions`), (req, res) => {
    res.json(page('executions', listExecutions(state, nameOf(req)), req));
  });
  app.get(path(EXECUTION), (req, res) => void res.json(getExecution(state, nameOf(req)).execution));
  app.delete(path(EXECUTION), (req, res) => {
    res.json(operationOf(deleteExecution(state, executor, nameOf(req)), true));
  });
  app.post(path(`${EXECUTION}:cancel`), (req, res) => {
    const execution = cancelExecution(state, executor, nameOf(req));
    res.json(operationOf(execution, execution.completionTime !== undefined));
  });
  app.get(path(`${EXECUTION}/tasks`), (req, res) => {
    res.json(page('tasks', [taskOf(getExecution(state, nameOf(req)))], req));
  });

  app.get(path(OPERATION), (req, res) => void res.json(getOperation(state, nameOf(req))));
  app.post(path(`${OPERATION}:wait`), async (req, res) => {
    const seconds = Number.parseFloat(String(req.body?.timeout ?? MAX_WAIT_MS / 1000));
    res.json(await waitOperation(state, nameOf(req), Math.min(MAX_WAIT_MS, seconds * 1000)));
  });

  app.use((req) => {
    throw new RpcError(12, `This local server does not know ${req.method} ${req.path}.`);
  });
  app.use(answerWithError);
  return app;
}

/** Anything but reading, waiting, cancelling and deleting. */
const mayStart = ({ method, path }: Request) =>
  method !== 'GET' && method !== 'DELETE' && !(method === 'POST' && /:(?:cancel|wait)$/.test(path));

function hasToken(req: Request, token: string): boolean {
  const given = Buffer.from(req.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function path(pattern: string): RegExp {
  return new RegExp(`^/v2/${pattern}$`);
}

function nameOf(req: Request): string {
  return String(req.params[0]);
}

/** One page of a list; the page token is the number of its first entry. */
function page<T>(key: string, all: T[], req: Request): Record<string, T[] | string> {
  const start = Number(req.query.pageToken ?? 0);
  const size = Number(req.query.pageSize ?? 0) || 100;
  const next = start + size;
  return { [key]: all.slice(start, next), nextPageToken: next < all.length ? String(next) : '' };
}

const answerWithError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const known = error instanceof RpcError ? error : new RpcError(13, messageOf(error));
  res.status(known.http).json(known.body);
};
