import { defaultTag } from '../settings/image-tags.ts';
import { env } from '../settings/env.ts';
import { unauthorized, unavailable } from '../lib/errors.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler, Router } from 'express';
import { proxiesOf } from '../access/tell-proxies.ts';
import { mintDoctorProof } from '../tokens/doctor-proof.ts';
import { checkDeployment } from './deployment/check-deployment.ts';
import { runnerVersions } from './deployment/runner-versions.ts';
import { secretsOfOlderKeys } from './deployment/secrets-of-older-keys.ts';
import { sweepAlone } from './sweep-alone.ts';

/** Milliseconds that a sweep on demand waits for the one that is running. */
const WAIT_MS = 60_000;

/**
 * Routes for whoever runs a deployment, authorized by the key in `x-sweep-key` alone: `sweep` on demand, where no
 * scheduler runs (local stack, tests); `job`, which creates the containers' job as a start would; `check`, which tries
 * what can be tried only with the functions' own account; `keys`, which counts the secrets that still need an older
 * key; `proxies`, which tells how the call came here, and gives a proof for asking `api` the same. The first is `POST
 * /internal/sweep`.
 */
export function mountInternal(router: Router): void {
  router.post('/internal/:what', needsKey);
  router.post('/internal/sweep', async (_req, res) => {
    if (!(await sweepAlone({ waitMs: WAIT_MS }))) throw unavailable('Another sweep is running. Try again in a minute.');
    res.status(204).end();
  });
  router.post('/internal/job', async (_req, res) => {
    res.json({ job: await runtime().prepare(defaultTag()) });
  });
  router.post('/internal/check', async (_req, res) => {
    const [failures, runners] = await Promise.all([checkDeployment(), runnerVersions()]);
    res.json({ failures, runners });
  });
  router.post('/internal/keys', async (_req, res) => {
    res.json({ secretsOfOlderKeys: await secretsOfOlderKeys() });
  });
  router.post('/internal/proxies', async (req, res) => {
    res.json({ ...proxiesOf(req), proof: await mintDoctorProof() });
  });
}

const needsKey: RequestHandler = (req, _res, next) => {
  if (!isKey(req.get('x-sweep-key'))) throw unauthorized('This address is not for you');
  next();
};

function isKey(given = ''): boolean {
  const { SWEEP_KEY = [] } = env(); // a function without this key refuses everybody
  const offered = Buffer.from(given);
  return SWEEP_KEY.map((key) => Buffer.from(key)).some(
    (key) => key.length === offered.length && timingSafeEqual(key, offered),
  );
}
