import { REGION_DEFAULT } from '@countersign/contract';

/** Stand-ins for the real web app's key and id where the emulators serve. */
export const DEMO = { WEB_API_KEY: 'demo-key', WEB_APP_ID: 'demo-app' } as const;

/** True on somebody's own machine: no deployment has the Firestore emulator's address. */
export function isLocal(source: NodeJS.ProcessEnv): boolean {
  const isDeployed = source.K_SERVICE !== undefined && source.FUNCTIONS_EMULATOR !== 'true';
  return !isDeployed && Boolean(source.FIRESTORE_EMULATOR_HOST);
}

/**
 * Settings derived from others where they are not set. In a deployment they are the names of what `npm run deploy`
 * creates: an empty functions/.env is enough for it. The agents' account is not among them, but always passed on by that
 * command: functions that something else deployed, and that so lack their region, too, refuse every request.
 */
function derived(source: NodeJS.ProcessEnv, project = ''): Record<string, string> {
  const region = source.CLOUD_RUN_REGION || REGION_DEFAULT;
  // On one's own machine, a container that waits costs nothing.
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

/** The environment, with derived values for settings that are absent or blank. */
export function withDerived(source: NodeJS.ProcessEnv, project?: string): Record<string, string | undefined> {
  const said = { ...source };
  for (const [name, value] of Object.entries(derived(source, project))) said[name] ||= value;
  return said;
}
