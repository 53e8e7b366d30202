import { REGION_DEFAULT } from '@countersign/contract';
import type { Express, Request, Response } from 'express';
import { onRequest, type HttpsOptions } from 'firebase-functions/v2/https';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { createAgentApp, createApiApp } from './app.ts';
import { RUNNING_PER_DEPLOYMENT_DEFAULT } from './settings/env.ts';
import { keysIn } from './settings/model-table.ts';
import { replyError } from './http/reply-error.ts';
import { takeBodies } from './http/take-bodies.ts';
import { newId } from './lib/id.ts';
import { sweepAlone } from './sweep/sweep-alone.ts';

takeBodies();

/** Read during deployment and by the emulators, like everything declared here. */
const region = process.env.CLOUD_RUN_REGION || REGION_DEFAULT;

const isEmulated = process.env.FUNCTIONS_EMULATOR === 'true';

/**
 * In production these come from Secret Manager, for functions that need them; in the emulator, from the environment.
 */
const secretsOf = (...names: string[]) =>
  isEmulated ? [] : ['SECRETS_KEYS', 'JWT_KEY', 'VAPID_KEYS', 'EVIDENCE_KEYS', ...names];

/** A declared secret must exist: only a deployment whose functions/.env names models must have their keys. */
const modelSecrets = [
  ...new Set([...(process.env.MODEL_BASE_URL ? ['MODEL_API_KEY'] : []), ...keysIn(process.env.MODELS)]),
];

/** An account of its own with least privilege: Google's default ones can edit the whole project, or do not exist. */
const project = process.env.GCLOUD_PROJECT ?? '';
const serviceAccount = isEmulated ? undefined : `countersign-functions@${project}.iam.gserviceaccount.com`;

/** Requests that one instance serves concurrently. */
const CONCURRENCY = 80;
/** `cors: false` is how production behaves; without it the emulator would let pages of every origin read replies. */
const options: HttpsOptions = {
  region,
  invoker: 'public',
  memory: '512MiB',
  concurrency: CONCURRENCY,
  serviceAccount,
  cors: false,
};

/**
 * Instances for the containers' calls. Each holds one request for minutes; held requests may take half of all requests,
 * which leaves the other half to short calls (steps, heartbeats, logs). Read at deployment, from functions/.env.
 */
function agentInstances(): number {
  const said = Number(process.env.RUNNING_PER_DEPLOYMENT);
  const running = Number.isInteger(said) && said > 0 ? said : RUNNING_PER_DEPLOYMENT_DEFAULT;
  return Math.ceil(running / (CONCURRENCY / 2)) + 1; // one more while a new version replaces an old one
}

/** What a browser calls, behind Hosting, which cuts a request at 60 s. */
export const api = onRequest(
  { ...options, secrets: secretsOf(), maxInstances: 10, timeoutSeconds: 60 },
  once(createApiApp),
);

/** What containers call, directly; an agent's wait is held for up to 200 s. */
export const agentApi = onRequest(
  {
    ...options,
    secrets: secretsOf('SWEEP_KEY', ...modelSecrets),
    maxInstances: agentInstances(),
    timeoutSeconds: 300,
  },
  once(createAgentApp),
);

/** Finishes what replies could not: leases, the outbox, cascades, counts, accounts that were deleted elsewhere. */
export const sweep = onSchedule(
  {
    schedule: 'every 1 minutes',
    region,
    serviceAccount,
    secrets: secretsOf(),
    memory: '512MiB',
    maxInstances: 1,
    timeoutSeconds: 300,
  },
  async () => {
    await sweepAlone();
  },
);

/** Creates the app at the first request: while a deployment is analysed, this file loads without a configuration. */
function once(create: () => Express): (req: Request, res: Response) => void {
  let app: Express | undefined;
  return (req, res) => {
    try {
      app ??= create();
    } catch (error) {
      return replyError(res, error, newId()); // an incomplete configuration, reported to every request until corrected
    }
    return app(req, res);
  };
}
