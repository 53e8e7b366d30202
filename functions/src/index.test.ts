import express, { type RequestHandler } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from './testing/serve.ts';

/** As set by the functions emulator, read when firebase-functions is loaded: it would admit every origin. */
vi.hoisted(() => {
  process.env.FIREBASE_DEBUG_MODE = 'true';
  process.env.FIREBASE_DEBUG_FEATURES = JSON.stringify({ enableCors: true, skipTokenVerification: true });
});

/** Apps that answer everything the same, so that only what runs before them is tested. */
vi.mock('./app.ts', () => {
  const createApp = () => express().use((_req, res) => res.status(405).end());
  return { createApiApp: createApp, createAgentApp: createApp };
});

/** Servers of other tests in this process are not those of a function. */
vi.mock('./http/take-bodies.ts');

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The functions as a deployment with these settings sees them. */
async function declared(settings: Record<string, string>) {
  vi.resetModules();
  vi.stubEnv('GCLOUD_PROJECT', 'demo-x');
  for (const name of ['FUNCTIONS_EMULATOR', 'MODEL_BASE_URL', 'MODELS', 'RUNNING_PER_DEPLOYMENT', 'CLOUD_RUN_REGION']) {
    vi.stubEnv(name, settings[name]);
  }
  return Object.entries(await import('./index.ts'));
}

/** The secrets that a deployment would ask Secret Manager for, by function. */
async function declaredSecrets(settings: Record<string, string>): Promise<Record<string, string[]>> {
  return Object.fromEntries(
    (await declared(settings)).map(([name, { __endpoint }]) => [
      name,
      (__endpoint.secretEnvironmentVariables ?? []).map(({ key }: { key: string }) => key),
    ]),
  );
}
const always = ['SECRETS_KEYS', 'JWT_KEY', 'VAPID_KEYS', 'EVIDENCE_KEYS'];

test('a deployment without a model needs no key of one', async () => {
  const declared = await declaredSecrets({});
  expect(declared).toEqual({ api: always, agentApi: [...always, 'SWEEP_KEY'], sweep: always });
});

test('with a model, its key is given to the function that containers call, and to no other', async () => {
  const declared = await declaredSecrets({ MODEL_BASE_URL: 'https://models.example' });
  expect(declared.agentApi).toEqual([...always, 'SWEEP_KEY', 'MODEL_API_KEY']);
  const MODELS = JSON.stringify({ small: { key: 'MODEL_API_KEY_SMALL' }, other: {}, same: { key: 'MODEL_API_KEY' } });
  const several = await declaredSecrets({ MODEL_BASE_URL: 'https://models.example', MODELS });
  expect(several.agentApi).toEqual([...always, 'SWEEP_KEY', 'MODEL_API_KEY', 'MODEL_API_KEY_SMALL']);
  expect(several.api).toEqual(always);
  for (const name of ['api', 'sweep']) expect(declared[name], name).toEqual(always);
});

test('the emulators have secrets in their environment', async () => {
  const declared = await declaredSecrets({ FUNCTIONS_EMULATOR: 'true', MODEL_BASE_URL: 'https://models.example' });
  expect(Object.values(declared).flat()).toEqual([]);
});

test.each(['api', 'agentApi'] as const)('%s answers other origins in the emulator as in production', async (name) => {
  vi.resetModules();
  vi.stubEnv('GCLOUD_PROJECT', 'demo-x');
  vi.stubEnv('FUNCTIONS_EMULATOR', 'true');
  const functions = await import('./index.ts');
  const served = await serve(express().use(functions[name] as unknown as RequestHandler));
  for (const method of ['OPTIONS', 'GET']) {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const { status, headers: answered } = await fetch(served.url, { method, headers });
    expect(status, method).toBe(405);
    expect([...answered.keys()].filter((key) => key.startsWith('access-control'))).toEqual([]);
  }
  await served.close();
});

test('every function is of the second generation, has the one account made for it, and runs where the deployment says', async () => {
  for (const [name, { __endpoint }] of await declared({ CLOUD_RUN_REGION: 'europe-west1' })) {
    expect(__endpoint, name).toMatchObject({
      platform: 'gcfv2',
      serviceAccountEmail: 'countersign-functions@demo-x.iam.gserviceaccount.com',
      region: ['europe-west1'],
    });
  }
});

test('no function may have any number of instances; there is one sweeper', async () => {
  const functions = await declared({});
  const instances = functions.map(([name, { __endpoint }]) => [name, __endpoint.maxInstances] as const);
  expect(instances.map(([name]) => name).sort()).toEqual(['agentApi', 'api', 'sweep']);
  for (const [name, most] of instances) expect(most, name).toEqual(expect.any(Number));
  expect(Object.fromEntries(instances)).toMatchObject({ sweep: 1 });
});

test.each([
  ['100', 4],
  ['1000', 26],
  ['nonsense', 4],
])('the held requests of %s containers leave half of the instances to short calls', async (running, expected) => {
  const functions = Object.fromEntries(await declared({ RUNNING_PER_DEPLOYMENT: running }));
  expect(functions.agentApi?.__endpoint.maxInstances).toBe(expected);
});
