import { join } from 'node:path';

/**
 * Where the stack under test listens. `npm test` starts one on its own ports and names them here; otherwise the
 * addresses of `npm start` are used, so that a single file can be run against a stack that is already up.
 */
export const stack = {
  url: process.env.COUNTERSIGN_URL ?? 'http://127.0.0.1:5000',
  projectId: process.env.COUNTERSIGN_PROJECT ?? 'demo-countersign',
  authHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099',
  firestoreHost: process.env.FIRESTORE_EMULATOR_HOST ?? '127.0.0.1:8080',
  /** Its data folder, which contains the key of the jobs server. */
  folder: process.env.COUNTERSIGN_FOLDER ?? join(import.meta.dirname, '../../.countersign/start'),
  cloudRunUrl: process.env.CLOUD_RUN_ENDPOINT ?? 'http://127.0.0.1:8093',
  gitUrl: process.env.COUNTERSIGN_GIT_URL ?? 'http://127.0.0.1:8094',
  pushUrl: process.env.COUNTERSIGN_PUSH_URL ?? 'http://127.0.0.1:8097',
  /** The one personal access token that the local git host knows. */
  githubToken: process.env.COUNTERSIGN_GITHUB_TOKEN ?? 'ghp_CountersignLocalDemoToken00000000000',
  chromium: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  /** The same engine without a window: faster, but it does not offer to install apps. */
  headlessShell: process.env.HEADLESS_SHELL_PATH || process.env.CHROMIUM_PATH || '/usr/bin/chromium',
};
