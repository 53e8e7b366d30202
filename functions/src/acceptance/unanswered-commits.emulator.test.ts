import { routes, signal, type RulePattern } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { afterEach, expect, test, vi } from 'vitest';
import { rpc } from '../lib/rpc.ts';
import { auditEvents, containers, db } from '../store/firestore.ts';
import { newTask, request, useStack, type TestOwner } from '../testing/agents.ts';
import { isNotAnswered, troubleCommits } from '../testing/database-trouble.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { testSubscription } from '../testing/subscription.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';

useTestEnvironment();
const stack = useStack();
afterEach(() => vi.restoreAllMocks());

const byHand = (owner: TestOwner) => newTask(owner, { status: 'running' });
const move = ({ client }: TestOwner, id: string, status: 'completed' | 'pending') =>
  client.call(routes.patchTask, { params: { id }, body: { status } });

async function newRepository({ client }: TestOwner) {
  const body = { name: 'hello', owner: 'acme', url: 'https://github.com/acme/hello' };
  return client.call(routes.postRepository, { body });
}

async function newDevice({ client }: TestOwner) {
  const body = { label: 'A browser', ...testSubscription(), vapidKey: TEST_VAPID_KEY.publicKey };
  return client.call(routes.postDevice, { body });
}

async function newRule({ client, projectId }: TestOwner) {
  const pattern: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
  return client.call(routes.postProjectRule, { params: { id: projectId }, body: { name: 'The tests', pattern } });
}

/** A container that has nothing left to do. */
async function newPaused(owner: TestOwner) {
  const { containerId, client } = await stack.newRunner(owner);
  await client.call(agentRoutes.exit, { body: { reason: 'idle' } });
  return { id: containerId };
}

async function newClaimed(owner: TestOwner) {
  const task = await newTask(owner);
  await (await stack.newRunner(owner)).claim();
  return task;
}

/** What is made first, the act on it, and the audit event that this leaves. */
type Act = [
  action: string,
  make: (owner: TestOwner) => Promise<{ id: string }>,
  act: (owner: TestOwner, params: { id: string }) => Promise<unknown>,
];
const acts: Act[] = [
  ['container_resumed', newPaused, ({ client }, params) => client.call(routes.resumeContainer, { params })],
  ['task_completed', byHand, (owner, { id }) => move(owner, id, 'completed')],
  [
    'task_reopened',
    async (owner) => move(owner, (await byHand(owner)).id, 'completed'),
    (owner, { id }) => move(owner, id, 'pending'),
  ],
  ['task_stopped', newClaimed, ({ client }, params) => client.call(routes.postTaskStop, { params })],
  ['task_deleted', newTask, ({ client }, params) => client.call(routes.deleteTask, { params })],
  [
    'project_deleted',
    async ({ projectId }) => ({ id: projectId }),
    ({ client }, params) => client.call(routes.deleteProject, { params }),
  ],
  ['repository_deleted', newRepository, ({ client }, params) => client.call(routes.deleteRepository, { params })],
  ['rule_revoked', newRule, ({ client }, params) => client.call(routes.deleteRule, { params })],
  ['device_deleted', newDevice, ({ client }, params) => client.call(routes.deleteDevice, { params })],
];

test.each(acts)('an act whose commit is made without a reply has succeeded, once: %s', async (action, make, act) => {
  const owner = await stack.newOwner();
  const { id } = await make(owner);
  troubleCommits(id, isNotAnswered(rpc.unknown));
  await act(owner, { id });
  const events = await auditEvents().where('subjectId', '==', id).where('action', '==', action).get();
  expect(events.size).toBe(1);
});

test('a question whose commit is made without a reply is announced', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const item = request();
  troubleCommits(task.id, isNotAnswered(rpc.unknown));
  await runner.record(task, item);
  const told = signal.parse((await db().doc(`signals/${owner.userId}`).get()).data());
  expect(Object.values(told.slots)).toContainEqual(expect.objectContaining({ kind: 'item', id: item.id }));
});

test('an exit whose commit is made without a reply is followed by the message that came meanwhile', async () => {
  const { owner, runner, task } = await stack.newRequest();
  await owner.client.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: 'Go on' } });
  troubleCommits(runner.containerId, isNotAnswered(rpc.unknown));
  await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting', taskId: task.id } });
  const container = (await containers().doc(runner.containerId).get()).data();
  expect(container).toMatchObject({ status: 'pending', epoch: 2 });
});
