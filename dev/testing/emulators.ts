// Vitest's global setup of the emulator tests: Firestore and Auth on free ports, their addresses in the environment.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startFirestore } from '../firestore-emulator.ts';
import { freePort } from '../lib/ports.ts';
import { startFirebase } from '../stack/firebase.ts';
import { noteProcesses } from '../stack/leftovers.ts';
import { newTestFolder } from './test-folder.ts';

const root = join(import.meta.dirname, '../..');
const projectId = 'demo-emulator-tests';

/** Starts both; resolves with the function that ends them. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await newTestFolder(root, 'emulators');
  mkdirSync(folder, { recursive: true });
  const authPort = await freePort();
  const firestore = await startFirestore({
    root,
    projectId,
    port: await freePort(),
    rules: join(root, 'firestore.rules'),
    logFile: join(folder, 'firestore.log'),
  });
  const firebase = await startFirebase({
    root,
    projectId,
    ports: { auth: authPort, functions: 0, hosting: 0 },
    only: 'auth',
    origins: [],
    env: {},
    logFile: join(folder, 'firebase.log'),
  });
  const services = [firebase.service, ...(firestore.service ? [firestore.service] : [])];
  noteProcesses(
    folder,
    services.map(({ identity }) => identity),
  );
  await Promise.all(services.map((service) => service.ready));
  Object.assign(process.env, {
    FIRESTORE_EMULATOR_HOST: firestore.host,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${authPort}`,
    GCLOUD_PROJECT: projectId,
    METADATA_SERVER_DETECTION: 'none',
  });
  return async () => {
    await Promise.all(services.map((service) => service.stop(0)));
    firebase.cleanUp();
  };
}
