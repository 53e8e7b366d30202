// Vitest's global setup of the end-to-end tests: the whole stack on its own ports, its addresses in the environment.
import { join } from 'node:path';
import { freePort } from '../lib/ports.ts';
import { Stack } from '../stack.ts';
import { testEnvironment } from '../stack/environment.ts';
import { testPorts } from '../stack/ports.ts';
import { startControl } from './control.ts';
import { newTestFolder } from './test-folder.ts';

const root = join(import.meta.dirname, '../..');
const projectId = 'demo-e2e';

/** Short where a test would have to wait a minute, high where hundreds of tests together would reach a cap. */
const TEST_SETTINGS = {
  functions: {
    LEASE_SECONDS: '16',
    PAUSE_SECONDS: '8',
    RUNNING_PER_DEPLOYMENT: '1000',
    STARTS_PER_USER_DAY: '100000',
    STARTS_PER_DEPLOYMENT_DAY: '100000',
    HOURS_PER_USER_DAY: '10000',
    HOURS_PER_DEPLOYMENT_DAY: '10000',
  },
  cloudRun: { CLOUD_RUN_GRACE_MS: '5000' },
};

/** Starts it; resolves with the function that ends it. With COUNTERSIGN_URL set, that stack is used and left alone. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.COUNTERSIGN_URL) return async () => undefined;
  const ports = await testPorts();
  const aside = await freePort();
  const folder = await newTestFolder(root, 'e2e');
  const stack = new Stack({
    root,
    ports,
    projectId,
    folder,
    say: (text) => console.log(text),
    // Where a test serves the app under an address of its own (e2e/support/deployment.ts).
    pages: [`http://127.0.0.1:${aside}`],
    settings: TEST_SETTINGS,
  });
  try {
    await stack.start();
  } catch (error) {
    await stack.kill();
    throw error;
  }
  const control = await startControl(stack);
  Object.assign(process.env, testEnvironment(ports, projectId, stack.firestoreHost), {
    COUNTERSIGN_CONTROL_URL: `http://127.0.0.1:${control.port}`,
    COUNTERSIGN_PORT_ASIDE: String(aside),
    COUNTERSIGN_FOLDER: folder,
  });
  return async () => {
    await control.close();
    await stack.kill();
  };
}
