import { REGION_DEFAULT } from '@countersign/contract';

/** What stands for a real key where the emulators serve. */
export const DEMO = { WEB_API_KEY: 'demo-key', WEB_APP_ID: 'demo-app' } as const;

/** True on somebody's machine: no deployment has the Firestore emulator's address. */
export function isLocal(source: NodeJS.ProcessEnv): boolean {
  const isDeployed = source.K_SERVICE !== undefined && source.FUNCTIONS_EMULATOR !== 'true';
  return !isDeployed && Boolean(source.FIRESTORE_EMULATOR_HOST);
}

/**
 * Settings that follow from others where nobody says them. In a deployment they are the names that `npm run deploy`
 * gives to what it makes: an empty functions/.env is enough.
 */
function derived(source: NodeJS.ProcessEnv, project = ''): Record<string, string> {
  const region = source.CLOUD_RUN_REGION || REGION_DEFAULT;
  // On one's own machine there is nobody to pay for a container that waits.
  if (isLocal(source)) return { CLOUD_RUN_REGION: region, FREE_WAIT_SECONDS: '600', ...DEMO };
  return {
    CLOUD_RUN_REGION: region,
    AGENT_IMAGE: `${region}-docker.pkg.dev/${project}/countersign/agent`,
    AGENT_API_URL: `https://${region}-${project}.cloudfunctions.net/agentApi`,
    CHECKPOINT_BUCKET: `${project}-countersign-checkpoints`,
    FREE_WAIT_SECONDS: '120',
    WEB_API_KEY: '',
    WEB_APP_ID: '',
  };
}

/** The environment with what is derived in the place of what is absent or left blank. */
export function withDerived(source: NodeJS.ProcessEnv, project?: string): Record<string, string | undefined> {
  const said = { ...source };
  for (const [name, value] of Object.entries(derived(source, project))) said[name] ||= value;
  return said;
}
