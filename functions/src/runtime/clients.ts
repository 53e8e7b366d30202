import { ExecutionsClient, JobsClient, TasksClient } from '@google-cloud/run';
import { GoogleAuth, PassThroughClient } from 'google-auth-library';
import type { RuntimeSettings } from './settings.ts';

/** The three clients of Cloud Run Jobs, over REST: one construction for the real one and a local one. */
export function connect(settings: RuntimeSettings) {
  // A fresh options object for each: the clients write into theirs.
  return {
    jobs: new JobsClient(clientOptions(settings)),
    executions: new ExecutionsClient(clientOptions(settings)),
    tasks: new TasksClient(clientOptions(settings)),
  };
}

function clientOptions({ endpoint, location }: RuntimeSettings) {
  if (!endpoint) return { fallback: true as const };
  const address = new URL(endpoint);
  return {
    fallback: true as const,
    protocol: address.protocol.replace(':', ''),
    apiEndpoint: address.hostname,
    port: Number(address.port),
    projectId: location.split('/')[1],
    // Without it the library asks the metadata server for a token and hangs.
    auth: new GoogleAuth({ authClient: new PassThroughClient() }),
  };
}
