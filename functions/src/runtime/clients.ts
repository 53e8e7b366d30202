import type { RuntimeSettings } from './settings.ts';

/**
 * The three clients of Cloud Run Jobs, over REST: built the same way for the real one and a local one. Loaded when
 * first needed: most instances of a function start no container, and would take a fifth longer to begin.
 */
export async function connect(settings: RuntimeSettings) {
  const [{ ExecutionsClient, JobsClient, TasksClient }, { GoogleAuth, OAuth2Client }] = await Promise.all([
    import('@google-cloud/run'),
    import('google-auth-library'),
  ]);
  // Otherwise the library asks the metadata server for a token and hangs.
  const local = () => {
    const authClient = new OAuth2Client();
    authClient.setCredentials({ access_token: settings.token ?? '' });
    return new GoogleAuth({ authClient });
  };
  // A fresh options object for each: the clients write into theirs.
  const options = () => clientOptions(settings, local);
  return {
    jobs: new JobsClient(options()),
    executions: new ExecutionsClient(options()),
    tasks: new TasksClient(options()),
  };
}

/** The three clients of Cloud Run Jobs. */
export type Clients = Awaited<ReturnType<typeof connect>>;

function clientOptions<Auth>({ endpoint, location }: RuntimeSettings, local: () => Auth) {
  if (!endpoint) return { fallback: true as const };
  const address = new URL(endpoint);
  return {
    fallback: true as const,
    protocol: address.protocol.replace(':', ''),
    apiEndpoint: address.hostname,
    port: Number(address.port),
    projectId: location.split('/')[1],
    auth: local(),
  };
}
