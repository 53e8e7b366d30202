import { createClient, REGION_DEFAULT, routes, type Client } from '@countersign/contract';
import { agentRoutes, type ClaimedTask, type RecordItem } from '@countersign/contract/agent';
import { createHash, randomBytes } from 'node:crypto';
import type { Person } from './person.ts';
import { until } from './until.ts';

/** Tag of an image that only sleeps, so that the story can play its runner. */
export const BY_HAND = 'by-hand';

/** What a runner by hand needs: addresses, and the jobs server's token. */
export interface Platform {
  agentApi: string;
  cloudRun: string;
  cloudRunToken: string;
  projectId: string;
}

/** A container whose runner is this program: it can do what no well-behaved agent does. */
export interface HandRunner {
  containerId: string;
  client: Client;
  claim(): Promise<ClaimedTask>;
  record(task: ClaimedTask, ...items: RecordItem[]): Promise<void>;
  /** Asks for approval of a step; resolves with the item's id. */
  ask(task: ClaimedTask, fields: Partial<RecordItem> & { title: string }): Promise<string>;
  /** Redeems the decision; reports what came of it, unless that is to stay unknown. */
  takeOut(task: ClaimedTask, itemId: string, outcome?: 'executed' | 'diverged' | 'told'): Promise<void>;
  finish(task: ClaimedTask, status: 'completed' | 'failed', published?: Published): Promise<void>;
  /** Uploads some bytes and makes them the task's checkpoint. */
  save(task: ClaimedTask, text: string): Promise<void>;
  log(seq: number, text: string): Promise<void>;
  exit(reason: 'idle' | 'paused' | 'waiting', message?: string): Promise<void>;
}

interface Published {
  branch: string;
  commit: string;
  pullRequestUrl: string;
}

/** An id as the product makes them: 21 characters. */
export const newId = () => randomBytes(16).toString('base64url').slice(0, 21);

/** Creates a container and acts as its runner. */
export async function startByHand(
  platform: Platform,
  { api }: Person,
  projectId: string,
  name: string,
): Promise<HandRunner> {
  const params = { id: projectId };
  const { id } = await api.call(routes.postProjectContainer, { params, body: { name, imageTag: BY_HAND } });
  const code = await until(`the start code of ${name}`, () => startCodeOf(platform, id));
  const exchange = { code, nonce: randomBytes(16).toString('hex') };
  const { token } = await createClient({ baseUrl: platform.agentApi }).call(agentRoutes.exchange, { body: exchange });
  const headers = () => ({ Authorization: `Bearer ${token}` });
  return handRunner(id, createClient({ baseUrl: platform.agentApi, headers }));
}

interface Execution {
  name: string;
  template?: { containers?: { env?: { name: string; value?: string }[] }[] };
}

/** Gets or deletes the resource of this name at the jobs server. */
export function askCloudRun(platform: Platform, method: 'GET' | 'DELETE', name: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${platform.cloudRunToken}` };
  return fetch(`${platform.cloudRun}/v2/${name}`, { method, headers });
}

/** Name of a container's execution, and the environment it was started with. */
export async function executionOf(
  platform: Platform,
  containerId: string,
): Promise<{ name: string; env: Map<string, string> } | undefined> {
  const all = `projects/${platform.projectId}/locations/${REGION_DEFAULT}/jobs`;
  const { jobs = [] } = (await (await askCloudRun(platform, 'GET', all)).json()) as { jobs?: { name: string }[] };
  for (const { name: jobName } of jobs) {
    const reply = await askCloudRun(platform, 'GET', `${jobName}/executions`);
    const { executions = [] } = (await reply.json()) as { executions?: Execution[] };
    for (const { name, template } of executions) {
      const env = new Map(template?.containers?.[0]?.env?.map((entry) => [entry.name, entry.value ?? '']));
      if (env.get('CONTAINER_ID') === containerId) return { name, env };
    }
  }
  return undefined;
}

const startCodeOf = async (platform: Platform, containerId: string) =>
  (await executionOf(platform, containerId))?.env.get('START_CODE');

function handRunner(containerId: string, client: Client): HandRunner {
  const hashes = new Map<string, string>();
  const runner: HandRunner = {
    containerId,
    client,
    async claim() {
      const { task } = await client.call(agentRoutes.claim, { body: {} });
      if (!task) throw new Error('There is no task to claim');
      return task;
    },
    async record({ id: taskId, epoch }, ...items) {
      const reply = await client.call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items } });
      for (const { id, hash } of reply.items) hashes.set(id, hash ?? '');
    },
    async ask(task, fields) {
      const id = newId();
      await runner.record(task, { id, type: 'tool_call', needsApproval: true, ...fields });
      return id;
    },
    async takeOut({ id: taskId, epoch }, itemId, outcome) {
      const params = { taskId, itemId };
      const body = { epoch, hash: hashes.get(itemId) ?? '', nonce: randomBytes(16).toString('hex') };
      await client.call(agentRoutes.release, { params, body });
      if (outcome === undefined) return;
      const toolResponse = outcome === 'told' ? null : { exitCode: outcome === 'executed' ? 0 : 1 };
      await client.call(agentRoutes.executed, { params, body: { epoch, outcome, toolResponse } });
    },
    async finish({ id: taskId, epoch }, status, published) {
      const item = { id: newId(), type: 'completion', title: 'The end', content: `It is ${status}.` } as const;
      await client.call(agentRoutes.finish, { params: { taskId }, body: { epoch, status, item, ...published } });
    },
    async save({ id: taskId, epoch }, text) {
      const params = { taskId };
      const sha256 = createHash('sha256').update(text).digest('hex');
      const body = { epoch, size: Buffer.byteLength(text), sha256 };
      const { object, uploadUrl, headers } = await client.call(agentRoutes.checkpointUpload, { params, body });
      const { status } = await fetch(uploadUrl, { method: 'PUT', body: text, headers });
      if (status !== 201) throw new Error(`The object store answered ${status}`);
      await client.call(agentRoutes.checkpointCommit, { params, body: { ...body, object } });
    },
    async log(seq, text) {
      await client.call(agentRoutes.logs, { body: { seq, text } });
    },
    async exit(reason, message) {
      await client.call(agentRoutes.exit, { body: { reason, message } });
    },
  };
  return runner;
}
