import { agentRoutes } from '@countersign/contract/agent';
import type { Mount } from '../http/route.ts';
import { acknowledge } from './decisions/acknowledge.ts';
import { appendLogs } from './execution/append-logs.ts';
import { commitCheckpoint, uploadCheckpoint } from './checkpoint.ts';
import { commitSetupResult, findSetupResult, uploadSetupResult } from './setup-result.ts';
import { claimTask } from './claim/claim-task.ts';
import type { AgentCaller } from '../tokens/container-token.ts';
import { exchange } from './execution/exchange.ts';
import { finishTask } from './claim/finish-task.ts';
import { heartbeat } from './execution/heartbeat.ts';
import { readCredentials } from './claim/read-credentials.ts';
import { readVariables } from './claim/read-variables.ts';
import { recordItems } from './steps/record-items.ts';
import { recordResult } from './steps/record-result.ts';
import { releaseGrant } from './decisions/release-grant.ts';
import { reportExit } from './execution/report-exit.ts';
import { signEvidence } from './sign-evidence.ts';
import { wait } from './decisions/wait.ts';

/** The one call for a container without a token. */
export function mountExchange(mount: Mount<undefined>): void {
  mount(agentRoutes.exchange, (_nobody, { body }) => exchange(body));
}

/** What a container's runner may do; no route here can decide an approval. */
export function mountAgent(mount: Mount<AgentCaller>): void {
  mount(agentRoutes.claim, (caller) => claimTask(caller));
  mount(agentRoutes.heartbeat, (caller, { body }) => heartbeat(caller, body));
  mount(agentRoutes.wait, (caller, { body }) => wait(caller, body));
  mount(agentRoutes.putItems, (caller, { params, body }) => recordItems(caller, params.taskId, body));
  mount(agentRoutes.release, (caller, { params, body }) => releaseGrant(caller, params, body));
  mount(agentRoutes.executed, (caller, { params, body }) => recordResult(caller, params, body));
  mount(agentRoutes.evidence, (caller, { params, body }) => signEvidence(caller, params, body));
  mount(agentRoutes.finish, (caller, { params, body }) => finishTask(caller, params.taskId, body));
  mount(agentRoutes.acknowledge, (caller, { params, body }) => acknowledge(caller, params.taskId, body));
  mount(agentRoutes.checkpointUpload, (caller, { params, body }) => uploadCheckpoint(caller, params.taskId, body));
  mount(agentRoutes.checkpointCommit, (caller, { params, body }) => commitCheckpoint(caller, params.taskId, body));
  mount(agentRoutes.setupResultFind, (caller, { params, body }) => findSetupResult(caller, params.taskId, body.key));
  mount(agentRoutes.setupResultUpload, (caller, { params, body }) => uploadSetupResult(caller, params.taskId, body));
  mount(agentRoutes.setupResultCommit, (caller, { params, body }) => commitSetupResult(caller, params.taskId, body));
  mount(agentRoutes.variables, (caller, { params, body }) => readVariables(caller, params.taskId, body.epoch));
  mount(agentRoutes.credentials, (caller, { params }) => readCredentials(caller, params.repositoryId));
  mount(agentRoutes.logs, (caller, { body }) => appendLogs(caller, body));
  mount(agentRoutes.exit, (caller, { body }) => reportExit(caller, body));
}
