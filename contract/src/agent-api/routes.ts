import * as z from 'zod/mini';
import * as agent from './runner.ts';
import * as checkpoints from './checkpoints.ts';
import * as steps from './steps.ts';
import { signedEvidence, signEvidence } from '../entities/evidence.ts';
import { route } from '../routes/route.ts';

/** The agent API, which containers call directly with their own token. No route here can decide an approval. */

export const exchange = route({
  method: 'POST',
  path: '/agent/exchange',
  caller: 'public',
  summary: 'Trades a start code for the token of a container',
  body: agent.exchangeCode,
  reply: agent.exchanged,
});
export const claim = route({
  method: 'POST',
  path: '/agent/claim',
  caller: 'agent',
  summary: 'Claims the next task: highest priority, then oldest; what this container has parked comes first',
  body: z.strictObject({}),
  reply: agent.claimReply,
});
export const heartbeat = route({
  method: 'POST',
  path: '/agent/heartbeat',
  caller: 'agent',
  summary: 'Renews the lease',
  body: agent.heartbeat,
  reply: agent.heartbeatReply,
});
export const wait = route({
  method: 'POST',
  path: '/agent/wait',
  caller: 'agent',
  summary: 'Held until something changes',
  body: agent.wait,
  reply: agent.waitReply,
});
export const putItems = route({
  method: 'PUT',
  path: '/agent/tasks/:taskId/items',
  caller: 'agent',
  summary: 'Records steps, idempotently; an undecided one that needs approval parks the task',
  body: steps.recordItems,
  reply: steps.recordedItems,
});
export const release = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/items/:itemId/release',
  caller: 'agent',
  summary: 'Redeems the decision, once; the task runs again when none is left undecided',
  body: steps.releaseGrant,
  reply: steps.decision,
});
export const evidence = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/items/:itemId/evidence',
  caller: 'agent',
  summary: 'The signed statement over a commit whose publishing was approved and redeemed; audited',
  body: signEvidence,
  reply: signedEvidence,
});
export const executed = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/items/:itemId/executed',
  caller: 'agent',
  summary: 'Records what became of a released consent',
  body: steps.grantResult,
});
export const finish = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/finish',
  caller: 'agent',
  summary: 'Ends the task as completed or failed',
  body: agent.finishTask,
});
export const acknowledge = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/acknowledge',
  caller: 'agent',
  summary: 'Says that messages, and Stop, have reached the agent',
  body: agent.acknowledgeMessages,
});
export const checkpointUpload = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/checkpoint/upload',
  caller: 'agent',
  summary: 'A short-lived address for uploading one checkpoint object',
  body: checkpoints.checkpointUpload,
  reply: checkpoints.checkpointUploadReply,
});
export const checkpointCommit = route({
  method: 'PUT',
  path: '/agent/tasks/:taskId/checkpoint',
  caller: 'agent',
  summary: 'Makes an uploaded object the checkpoint of the task',
  body: checkpoints.checkpointCommit,
});
export const setupResultFind = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/setup-result/find',
  caller: 'agent',
  summary: 'The setup command’s result from another task of the project that starts from the same state',
  body: checkpoints.findSetupResult,
  reply: checkpoints.foundSetupResult,
});
export const setupResultUpload = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/setup-result/upload',
  caller: 'agent',
  summary: 'A short-lived address for uploading the setup command’s result',
  body: checkpoints.setupResultUpload,
  reply: checkpoints.checkpointUploadReply,
});
export const setupResultCommit = route({
  method: 'PUT',
  path: '/agent/tasks/:taskId/setup-result',
  caller: 'agent',
  summary: "Makes an uploaded object the one that the project's next tasks reuse",
  body: checkpoints.setupResultCommit,
});
export const variables = route({
  method: 'POST',
  path: '/agent/tasks/:taskId/variables',
  caller: 'agent',
  summary: "The values of a task's project, for its setup command and, as marked, its agent; audited",
  body: agent.readVariables,
  reply: agent.projectVariables,
});
export const credentials = route({
  method: 'POST',
  path: '/agent/repositories/:repositoryId/credentials',
  caller: 'agent',
  summary: 'The git credentials of a repository of this project; audited',
  body: z.strictObject({}),
  reply: agent.repositoryCredentials,
});
export const logs = route({
  method: 'POST',
  path: '/agent/logs',
  caller: 'agent',
  summary: 'Appends to the log of the container',
  body: agent.appendLogs,
});
export const exit = route({
  method: 'POST',
  path: '/agent/exit',
  caller: 'agent',
  summary: 'Says why the execution ends; a running task is given back at once',
  body: agent.reportExit,
});
