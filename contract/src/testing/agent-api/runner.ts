import type { ClaimedTask, Exchanged } from '../../agent-api/runner.ts';
import type { Decision, RecordItem } from '../../agent-api/steps.ts';
import type { GrantOutcome } from '../../entities/task-item.ts';
import * as agentRoutes from '../../agent-api/routes.ts';
import { ApiError, createClient, type CallInput, type CallOutput, type Client } from '../../client.ts';
import type { World } from './harness.ts';

type Claim = Pick<ClaimedTask, 'id' | 'epoch'>;
export interface Asked {
  id: string;
  hash: string;
}
type WaitFor = Partial<Omit<CallInput<typeof agentRoutes.wait>['body'], 'taskId' | 'epoch'>>;

/** An execution of the container that sends whatever a test wants. */
export interface Runner {
  exchanged: Exchanged;
  client: Client;
  /** Throws when there is nothing to claim. */
  claim(): Promise<ClaimedTask>;
  /** Resolves with the hashes. */
  record(task: Claim, ...items: RecordItem[]): Promise<(string | null)[]>;
  ask(task: Claim, fields?: Partial<RecordItem>): Promise<Asked>;
  release(task: Claim, item: Asked, nonce?: string): Promise<Decision>;
  report(task: Claim, itemId: string, outcome: GrantOutcome, toolResponse?: unknown): Promise<void>;
  evidence(task: Claim, itemId: string, commit: string): Promise<CallOutput<typeof agentRoutes.evidence>>;
  wait(task: Claim | null, what?: WaitFor): ReturnType<typeof waitReply>;
  beat(task?: Claim): ReturnType<typeof heartbeatReply>;
  finish(task: Claim, status: 'completed' | 'failed', fields?: Finish): Promise<void>;
  acknowledge(task: Claim, what: { messageIds?: string[]; stop?: boolean; stoppedAt?: string }): Promise<void>;
}
type Finish = Partial<Omit<CallInput<typeof agentRoutes.finish>['body'], 'epoch' | 'status'>>;

const waitReply = (client: Client, body: CallInput<typeof agentRoutes.wait>['body']) =>
  client.call(agentRoutes.wait, { body });
const heartbeatReply = (client: Client, body: CallInput<typeof agentRoutes.heartbeat>['body']) =>
  client.call(agentRoutes.heartbeat, { body });

/** Random text such as ids and nonces are made of: 32 characters. */
export const newNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Exchanges a start code, by default that of the container's first execution. */
export async function startRunner(world: World, code = world.startCode): Promise<Runner> {
  const exchanged = await exchange(world, code, newNonce());
  const headers = () => ({ Authorization: `Bearer ${exchanged.token}` });
  return runnerWith(exchanged, createClient({ baseUrl: world.url, headers }));
}

export const exchange = (world: World, code: string, nonce: string): Promise<Exchanged> =>
  createClient({ baseUrl: world.url }).call(agentRoutes.exchange, { body: { code, nonce } });

/** A task and the runner that has claimed it. */
export async function startOnTask(world: World): Promise<{ runner: Runner; task: ClaimedTask }> {
  await world.owner.addTask({ title: 'A task' });
  const runner = await startRunner(world);
  return { runner, task: await runner.claim() };
}

function runnerWith(exchanged: Exchanged, client: Client): Runner {
  const runner: Runner = {
    exchanged,
    client,
    async claim() {
      const { task } = await client.call(agentRoutes.claim, { body: {} });
      if (!task) throw new Error('There is no task to claim');
      return task;
    },
    async record({ id: taskId, epoch }, ...items) {
      const reply = await client.call(agentRoutes.putItems, { params: { taskId }, body: { epoch, items } });
      return reply.items.map(({ hash }) => hash);
    },
    async ask(task, fields) {
      const item = request(fields);
      const [hash] = await runner.record(task, item);
      return { id: item.id, hash: hash ?? '' };
    },
    release: ({ id: taskId, epoch }, { id: itemId, hash }, nonce = newNonce()) =>
      client.call(agentRoutes.release, { params: { taskId, itemId }, body: { epoch, hash, nonce } }),
    report: ({ id: taskId, epoch }, itemId, outcome, toolResponse) =>
      client.call(agentRoutes.executed, { params: { taskId, itemId }, body: { epoch, outcome, toolResponse } }),
    evidence: ({ id: taskId, epoch }, itemId, commit) =>
      client.call(agentRoutes.evidence, { params: { taskId, itemId }, body: { epoch, commit } }),
    wait: (task, what) =>
      waitReply(client, { taskId: task?.id, epoch: task?.epoch, itemIds: [], timeoutSeconds: 20, ...what }),
    beat: (task) => heartbeatReply(client, { taskId: task?.id, epoch: task?.epoch }),
    finish: ({ id: taskId, epoch }, status, fields) => {
      const item = { id: newNonce(), type: 'completion', title: 'The end' } as const;
      return client.call(agentRoutes.finish, { params: { taskId }, body: { epoch, status, item, ...fields } });
    },
    acknowledge: ({ id: taskId, epoch }, what) =>
      client.call(agentRoutes.acknowledge, { params: { taskId }, body: { epoch, messageIds: [], ...what } }),
  };
  return runner;
}

/** A step that asks for approval. */
export function request(fields: Partial<RecordItem> = {}): RecordItem {
  const toolParameters = { command: 'npm test' };
  return { ...step({ toolName: 'shell', toolKind: 'execute', toolParameters, needsApproval: true }), ...fields };
}

/** A step that asks for none. */
export function step(fields: Partial<RecordItem> = {}): RecordItem {
  return { id: newNonce(), type: 'tool_call', title: 'Run the tests', ...fields };
}

/** How a call was refused: `409 stale_epoch`. Throws when it was not. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => new Error('The call was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return `${error.status} ${error.reply?.code ?? error.text}`;
  throw error;
}
