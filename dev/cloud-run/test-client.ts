import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExecutionsClient, JobsClient, TasksClient, type protos } from '@google-cloud/run';
import { GoogleAuth, OAuth2Client } from 'google-auth-library';

export const LOCATION = 'projects/local/locations/us-central1';

export const TOKEN = 'a token of the tests';

export function clientsFor(port: number, token = TOKEN) {
  // A new options object for each: the clients write into theirs.
  const options = () => ({
    fallback: true as const,
    protocol: 'http',
    apiEndpoint: '127.0.0.1',
    port,
    projectId: 'local',
    auth: new GoogleAuth({ authClient: clientWith(token) }),
  });
  return {
    jobs: new JobsClient(options()),
    executions: new ExecutionsClient(options()),
    tasks: new TasksClient(options()),
  };
}
function clientWith(token: string): OAuth2Client {
  const client = new OAuth2Client();
  client.setCredentials({ access_token: token });
  return client;
}

export type Clients = ReturnType<typeof clientsFor>;
type IExecution = protos.google.cloud.run.v2.IExecution;

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'countersign-run-'));
}

/** A job whose container runs a line of shell. */
export async function createShellJob({ jobs }: Clients, jobId: string, script: string, template: object = {}) {
  const container = { image: 'local/shell:latest', args: ['-c', script], env: [{ name: 'FROM_JOB', value: 'job' }] };
  await jobs.createJob({
    parent: LOCATION,
    jobId,
    job: { template: { template: { containers: [container], maxRetries: 0, ...template } } },
  });
  return `${LOCATION}/jobs/${jobId}`;
}

/** Runs a job and resolves with the execution's name. */
export async function runJob({ jobs }: Clients, name: string, env: { name: string; value: string }[] = []) {
  const [operation] = await jobs.runJob({ name, overrides: { containerOverrides: [{ env }] } });
  const metadata = operation.metadata;
  if (typeof metadata?.name !== 'string') throw new Error('RunJob answered without the name of the execution');
  return metadata.name;
}

/** Asks until an execution is as expected; fails after 15 s with its last state. */
export async function executionWhen(
  { executions }: Clients,
  name: string,
  expected: (execution: IExecution) => boolean,
) {
  const end = Date.now() + 15_000;
  for (;;) {
    const [execution] = await executions.getExecution({ name });
    if (expected(execution)) return execution;
    if (Date.now() > end) throw new Error(`execution is not as expected: ${JSON.stringify(execution, null, 2)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const isRunning = (execution: IExecution) => execution.runningCount === 1;
export const isComplete = (execution: IExecution) => Boolean(execution.completionTime);

export function conditionOf(execution: IExecution, type: string) {
  return execution.conditions?.find((condition) => condition.type === type);
}
