import { createClient, routes, type Client, type FormField } from '@countersign/contract';
import { agentRoutes, type ClaimedTask, type RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { heldRequests } from '../agent-api/decisions/hold.ts';
import { startCodeOf } from '../tokens/start-code.ts';
import { createAgentApp, createApiApp } from '../app.ts';
import { newId } from '../lib/id.ts';
import { startTestJobsServer, TEST_IMAGE, type TestJobsServer } from '../runtime/test-jobs-server.ts';
import { newNonce } from './new-nonce.ts';
import { serve, type Served } from './serve.ts';
import { clientOf, signUp } from './users.ts';

/** A runner as the agent API sees it: one execution of one container. */
export interface TestRunner {
  containerId: string;
  client: Client;
  /** Claims the next task; fails when there is none. */
  claim(): Promise<ClaimedTask>;
  /** Records steps of a claimed task. */
  record(task: Pick<ClaimedTask, 'id' | 'epoch'>, ...items: RecordItem[]): Promise<string[]>;
}

export interface TestOwner {
  userId: string;
  client: Client;
  projectId: string;
}

/** Both APIs and a jobs server whose containers run `script`: nothing, for tests that play the runner themselves. */
export function useStack(script = 'exec sleep 600', startMs?: number) {
  let api: Served;
  let agentApi: Served;
  let jobs: TestJobsServer;
  beforeAll(async () => {
    jobs = await startTestJobsServer(script, startMs);
    const { endpoint = '' } = jobs.settings;
    Object.assign(process.env, { CLOUD_RUN_ENDPOINT: endpoint, CLOUD_RUN_PROJECT: 'local', AGENT_IMAGE: TEST_IMAGE });
    api = await serve(createApiApp());
    agentApi = await serve(createAgentApp());
  });
  afterAll(async () => {
    await Promise.all([api.close(), agentApi.close(), jobs.stop()]);
  });
  /** Exchanges the start code of a container's execution for its token. */
  async function tokenOf(containerId: string, epoch = 1): Promise<string> {
    const anonymous = createClient({ baseUrl: agentApi.url });
    const body = { code: startCodeOf(containerId, epoch), nonce: newNonce() };
    return (await anonymous.call(agentRoutes.exchange, { body })).token;
  }
  const stack = {
    jobs: () => jobs,
    apiUrl: () => api.url,
    agentUrl: () => agentApi.url,
    tokenOf,
    /** Resolves when this process's agent API holds a request, after a first look that found nothing. */
    async untilHeld(): Promise<void> {
      await vi.waitFor(() => expect(heldRequests(), 'requests that are held').toBe(1), {
        timeout: 30_000,
        interval: 10,
      });
    },
    async newOwner(): Promise<TestOwner> {
      const user = await signUp();
      const client = clientOf(api.url, user);
      const project = await client.call(routes.postProject, { body: { name: 'Project' } });
      return { userId: user.userId, client, projectId: project.id };
    },
    /** The runner of a container's execution, its code exchanged. */
    async runnerOf(containerId: string, epoch = 1): Promise<TestRunner> {
      const token = await tokenOf(containerId, epoch);
      return runnerWith(containerId, createClient({ baseUrl: agentApi.url, headers: () => bearer(token) }));
    },
    /** A new container of the owner's project, and its runner. */
    async newRunner(owner: TestOwner): Promise<TestRunner> {
      const { id } = await newContainer(owner);
      return stack.runnerOf(id);
    },
    /** A runner that has claimed an owner's task and asked for approval of a step. */
    async newRequest(fields: Partial<RecordItem> = {}) {
      const owner = await stack.newOwner();
      await newTask(owner);
      const runner = await stack.newRunner(owner);
      const task = await runner.claim();
      const item = request(fields);
      const [hash] = await runner.record(task, item);
      return { owner, runner, task, item, hash };
    },
  };
  return stack;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

function runnerWith(containerId: string, client: Client): TestRunner {
  return {
    containerId,
    client,
    async claim() {
      const { task } = await client.call(agentRoutes.claim, { body: {} });
      if (!task) throw new Error('there is no task to claim');
      return task;
    },
    async record({ id: taskId, epoch }, ...items) {
      const { items: recorded } = await client.call(agentRoutes.putItems, {
        params: { taskId },
        body: { epoch, items },
      });
      return recorded.map(({ hash }) => hash ?? '');
    },
  };
}

/** A step that asks for approval. */
export function request(fields: Partial<RecordItem> = {}): RecordItem {
  return {
    id: newId(),
    type: 'tool_call',
    title: 'Run the tests',
    toolName: 'shell',
    toolKind: 'execute',
    toolParameters: { command: 'npm test' },
    needsApproval: true,
    ...fields,
  };
}

/** An elicitation: a form with one required field, `colour`, and the fields given. */
export function formRequest(...fields: FormField[]): RecordItem {
  const colour: FormField = { name: 'colour', type: 'string', title: 'Colour', required: true };
  return request({
    type: 'approval_request',
    title: 'Which colour?',
    toolName: 'elicitation',
    toolKind: 'elicitation',
    toolParameters: { mode: 'form', fields: [colour, ...fields] },
  });
}

export async function newTask({ client, projectId }: TestOwner, fields: Record<string, unknown> = {}) {
  return client.call(routes.postProjectTask, { params: { id: projectId }, body: { title: 'A task', ...fields } });
}

export async function newContainer({ client, projectId }: TestOwner) {
  return client.call(routes.postProjectContainer, { params: { id: projectId }, body: {} });
}

/** The error reply of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; code: string; text: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'status' in error && 'reply' in error) {
      const { status, reply } = error as { status: number; reply: { code?: string; message?: string } | null };
      return { status, code: reply?.code ?? '', text: reply?.message ?? '' };
    }
    throw error;
  }
  throw new Error('the call was not refused');
}

export { newNonce };

/** A time from now on, for the sweeper and for fields that hold times. */
export const inSeconds = (seconds: number) => Timestamp.fromMillis(Date.now() + seconds * 1000);

/** A container that a sweep has started once more: the same sweep may see already that its execution runs. */
export const startedAgain = { status: expect.stringMatching(/^(?:pending|running)$/) as string, epoch: 2 };
