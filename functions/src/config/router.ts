import { routes } from '@countersign/contract';
import { env } from '../settings/env.ts';
import type { Mount } from '../http/route.ts';
import { offeredAgents } from '../settings/agents.ts';
import { githubUrlOf } from '../settings/github-url.ts';
import { defaultTag } from '../settings/image-tags.ts';
import { offeredModels } from '../settings/models.ts';
import { version } from '../settings/version.ts';

/** Whether the API runs, and what a browser needs before sign-in. */
export function mountConfig(mount: Mount<undefined>): void {
  mount(routes.getHealth, async () => ({ status: 'ok' as const, version }));
  mount(routes.getEvidenceKeys, async () => ({
    keys: env().EVIDENCE_KEYS.map(({ keyid, publicKey }) => ({ keyid, publicKey })),
  }));
  mount(routes.getConfig, async () => ({
    firebase: {
      projectId: env().GCLOUD_PROJECT,
      apiKey: env().WEB_API_KEY,
      authDomain: env().WEB_AUTH_DOMAIN ?? `${env().GCLOUD_PROJECT}.firebaseapp.com`,
      appId: env().WEB_APP_ID,
    },
    emulators: emulators(),
    agents: offeredAgents(),
    models: offeredModels(),
    push: offeredPush(),
    githubUrl: githubUrlOf(env().GITHUB_API_URL),
    imageTag: defaultTag(),
  }));
}

/** The newest key; a browser subscribed with an older one subscribes again at the app's next start in it. */
function offeredPush() {
  const [newest] = env().VAPID_KEYS;
  return newest ? { publicKey: newest.publicKey } : null;
}

/** Where a browser reaches the emulators; null in production. */
function emulators() {
  const {
    FIREBASE_AUTH_EMULATOR_HOST: auth,
    FIRESTORE_EMULATOR_HOST: firestore,
    FIRESTORE_EMULATOR_BROWSER_HOST,
  } = env();
  return auth && firestore ? { auth, firestore: FIRESTORE_EMULATOR_BROWSER_HOST ?? firestore } : null;
}
