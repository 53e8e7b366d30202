import type { Express, Request, Response } from 'express';
import { runWith } from 'firebase-functions/v1';
import { onRequest, type HttpsOptions } from 'firebase-functions/v2/https';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { createAgentApp, createApiApp } from './app.ts';
import { deleteAccount } from './users/delete-account.ts';
import { sweep as sweepOnce } from './sweep/sweep.ts';

const region = 'us-central1';

/** In production these come from Secret Manager; the emulator has them in its environment. */
const isEmulated = process.env.FUNCTIONS_EMULATOR === 'true';
const secrets = isEmulated ? [] : ['SECRETS_KEYS', 'JWT_KEY', 'SWEEP_KEY'];

/** A declared secret must exist: only a deployment whose functions/.env names a model has to have its key. */
const modelSecrets = process.env.MODEL_BASE_URL && !isEmulated ? ['MODEL_API_KEY'] : [];

const options: HttpsOptions = { region, invoker: 'public', memory: '512MiB', concurrency: 80, secrets };

/** What a browser calls, behind Hosting, which cuts a request at 60 s. */
export const api = onRequest({ ...options, timeoutSeconds: 60 }, once(createApiApp));

/** What containers call, directly; an agent's wait is held for up to 200 s. */
export const agentApi = onRequest(
  { ...options, secrets: [...secrets, ...modelSecrets], timeoutSeconds: 300 },
  once(createAgentApp),
);

/** Finishes what replies could not: leases, the outbox, cascades, counts. */
export const sweep = onSchedule({ schedule: 'every 1 minutes', region, secrets, timeoutSeconds: 300 }, async () => {
  await sweepOnce();
});

/** A user deleted elsewhere (console, Admin SDK) leaves nothing behind either. */
export const onUserDeleted = runWith({ secrets, timeoutSeconds: 300 })
  .auth.user()
  .onDelete(async ({ uid }) => {
    await deleteAccount({ userId: uid });
  });

/** The app is made at the first request: the analysis of a deploy loads this file without a configuration. */
function once(create: () => Express): (req: Request, res: Response) => void {
  let app: Express | undefined;
  return (req, res) => (app ??= create())(req, res);
}
