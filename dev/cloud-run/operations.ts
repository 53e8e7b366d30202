import { getExecution } from './executions.ts';
import { getJob } from './jobs.ts';
import type { Execution, Job } from './resources.ts';
import { RpcError } from './rpc-error.ts';
import type { State } from './state.ts';

// An operation's id encodes what it is about, so it needs no storage and survives a restart.
const OPERATION = /^(projects\/[^/]+\/locations\/[^/]+)\/operations\/([A-Za-z0-9_-]+)$/;

/** The long-running operation for a job or an execution; done when `done` says so. */
export function operationOf(resource: Job | Execution, done: boolean) {
  const [location] = resource.name.split('/jobs/');
  const typed = { '@type': `type.googleapis.com/google.cloud.run.v2.${typeOf(resource)}`, ...resource };
  return {
    name: `${location}/operations/${Buffer.from(resource.name).toString('base64url')}`,
    metadata: typed,
    done,
    ...(done ? { response: typed } : {}),
  };
}

/** Throws 5 for an unknown operation, also if its job or execution was deleted. */
export function getOperation(state: State, name: string) {
  const id = OPERATION.exec(name)?.[2];
  if (id === undefined) throw new RpcError(5, `Operation '${name}' was not found.`);
  const resource = Buffer.from(id, 'base64url').toString('utf8');
  if (!resource.includes('/executions/')) return operationOf(getJob(state, resource), true);
  const { execution } = getExecution(state, resource);
  return operationOf(execution, execution.completionTime !== undefined);
}

/** Waits until an operation is done, at most `timeoutMs`; resolves with its state then. */
export async function waitOperation(state: State, name: string, timeoutMs: number) {
  const end = Date.now() + timeoutMs;
  let operation = getOperation(state, name);
  while (!operation.done && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    operation = getOperation(state, name);
  }
  return operation;
}

function typeOf(resource: Job | Execution): 'Job' | 'Execution' {
  return resource.name.includes('/executions/') ? 'Execution' : 'Job';
}
