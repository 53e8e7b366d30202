import { deleteApp, getApps } from 'firebase-admin/app';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, vi } from 'vitest';
import { TEST_PUSH_SERVICE, TEST_VAPID_KEY } from './vapid-key.ts';
import { setLogWriter } from '../lib/log.ts';
import { TEST_TOKEN } from '../runtime/test-jobs-server.ts';
import { verifyTokensAlone } from './tokens-alone.ts';

/** What the app has logged since the start of this test file. */
export const logLines: string[] = [];

/**
 * A configuration and a database for this test file alone: its project id is new, so that files run side by side. The
 * state of the app's modules goes with the file; packages, slower to load than most tests are to run, stay loaded for
 * the next. Import this before anything that reads the environment. Needs FIRESTORE_EMULATOR_HOST and
 * FIREBASE_AUTH_EMULATOR_HOST.
 */
export function useTestEnvironment(overrides: Record<string, string> = {}): void {
  for (const name of ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST']) {
    if (!process.env[name]) throw new Error(`${name} is not set: run the tests with \`npm test\``);
  }
  const settings = {
    GCLOUD_PROJECT: `demo-test-${randomBytes(6).toString('hex')}`,
    ACCESS: 'open',
    IMAGE_TAGS: '*',
    AGENT_IMAGE: 'local/countersign-agent',
    AGENT_API_URL: 'http://127.0.0.1:9',
    CLOUD_RUN_ENDPOINT: 'http://127.0.0.1:9',
    CLOUD_RUN_TOKEN: TEST_TOKEN,
    GITHUB_API_URL: 'http://127.0.0.1:9',
    SECRETS_KEYS: JSON.stringify({ test: randomBytes(32).toString('base64') }),
    JWT_KEY: randomBytes(32).toString('hex'),
    SWEEP_KEY: randomBytes(16).toString('hex'),
    VAPID_KEYS: TEST_VAPID_KEY.privateKey,
    EVIDENCE_KEYS: randomBytes(32).toString('base64url'),
    PUSH_SERVICE_URL: TEST_PUSH_SERVICE,
    ...overrides,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  setLogWriter((line) => logLines.push(line));
  verifyTokensAlone();
  beforeAll(registerOutbox);
  afterAll(async () => {
    await Promise.all(getApps().map((app) => deleteApp(app)));
    vi.unstubAllEnvs();
    vi.resetModules();
  });
}

/** Like app.ts, for tests without an app. Imported here and not above, where the environment is not set yet. */
async function registerOutbox(): Promise<void> {
  const [{ registerHandlers }, { handlers }] = await Promise.all([
    import('../outbox/handler.ts'),
    import('../outbox-handlers.ts'),
  ]);
  registerHandlers(handlers);
}
