import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The secrets that a deploy would ask Secret Manager for, by function. */
async function declaredSecrets(settings: Record<string, string>): Promise<Record<string, string[]>> {
  vi.resetModules();
  vi.stubEnv('GCLOUD_PROJECT', 'demo-x');
  for (const name of ['FUNCTIONS_EMULATOR', 'MODEL_BASE_URL']) vi.stubEnv(name, settings[name]);
  const functions = Object.entries(await import('./index.ts'));
  return Object.fromEntries(
    functions.map(([name, { __endpoint }]) => [
      name,
      (__endpoint.secretEnvironmentVariables ?? []).map(({ key }: { key: string }) => key),
    ]),
  );
}
const always = ['SECRETS_KEYS', 'JWT_KEY', 'SWEEP_KEY'];

test('a deployment without a model needs no key of one', async () => {
  const declared = await declaredSecrets({});
  expect(declared).toEqual({ api: always, agentApi: always, sweep: always, onUserDeleted: always });
});

test('with a model, its key is given to the function that containers call, and to no other', async () => {
  const declared = await declaredSecrets({ MODEL_BASE_URL: 'https://models.example' });
  expect(declared.agentApi).toEqual([...always, 'MODEL_API_KEY']);
  for (const name of ['api', 'sweep', 'onUserDeleted']) expect(declared[name], name).toEqual(always);
});

test('the emulators have secrets in their environment', async () => {
  const declared = await declaredSecrets({ FUNCTIONS_EMULATOR: 'true', MODEL_BASE_URL: 'https://models.example' });
  expect(Object.values(declared).flat()).toEqual([]);
});
