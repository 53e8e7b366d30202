import {
  initialTaskStatuses,
  routes,
  taskStatuses,
  type CallInput,
  type Client,
  type Route,
} from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { randomBytes } from 'node:crypto';
import { newId } from '../lib/id.ts';
import { taskItems } from '../store/firestore.ts';
import { request, type TestRunner } from '../testing/agents.ts';
import type { Random } from '../testing/random.ts';

export interface Person {
  userId: string;
  client: Client;
}

/** Everything created so far: ids that any caller may use, one's own or not. */
export interface Things {
  projects: string[];
  tasks: string[];
  items: string[];
  repositories: string[];
}

/** One call: returns the reply, or throws what the client threw. */
export type Act = () => Promise<unknown>;

/** A random call of a person, with anybody's ids, legal or not. */
export function personCall({ client }: Person, things: Things, random: Random, isOwn: (id: string) => boolean): Act {
  const any = (kind: keyof Things) =>
    random.pick(random.chance(0.85) ? things[kind].filter(isOwn).slice(-15) : things[kind]) ?? newId();
  const call =
    <R extends Route>(route: R, input: CallInput<R>) =>
    () =>
      client.call(route, input as never);
  // Often where the agents are, so that they have work.
  const project = { id: (random.chance(0.3) && things.projects[0]) || any('projects') };
  // The first project is where the agents work, so it stays.
  const doomed = { id: random.pick(things.projects.slice(1).filter(isOwn)) ?? newId() };
  const task = { id: any('tasks') };
  const item = { id: any('items') };
  const repository = { id: any('repositories') };
  const url = 'https://github.com/acme/hello';
  const status = random.pick(initialTaskStatuses);
  return random.pick([
    call(routes.postProject, { body: { name: 'Project' } }),
    call(routes.patchProject, { params: project, body: { status: random.pick(['active', 'paused', 'other']) } }),
    ...(random.chance(0.15) ? [call(routes.deleteProject, { params: doomed })] : []),
    call(routes.listProjects, {}),
    call(routes.getProject, { params: project }),
    call(routes.postProjectTask, { params: project, body: { title: 'Task', status, priority: random.below(10) } }),
    call(routes.postProjectTask, { params: project, body: { title: 'Child', parentId: task.id } }),
    call(routes.listTasks, {}),
    call(routes.getTask, { params: task }),
    call(routes.listTaskItems, { params: task }),
    call(routes.patchTask, { params: task, body: { status: random.pick(taskStatuses) } }),
    call(routes.patchTask, { params: task, body: { title: 'Changed', parentId: any('tasks') } }),
    ...(random.chance(0.4) ? [call(routes.deleteTask, { params: task })] : []),
    call(routes.postTaskMessage, { params: task, body: { text: 'Hello' } }),
    call(routes.postTaskStop, { params: task }),
    call(routes.listApprovals, {}),
    call(routes.getTaskItem, { params: item }),
    call(routes.approveTaskItem, { params: item, body: {}, ifMatch: null }),
    call(routes.approveTaskItem, { params: item, body: {}, ifMatch: null }),
    call(routes.rejectTaskItem, { params: item, body: { reason: 'No' }, ifMatch: null }),
    call(routes.approveTaskItem, { params: item, body: { hold: holdOf(random) }, ifMatch: null }),
    call(routes.rejectTaskItem, { params: item, body: { reason: 'No', hold: holdOf(random) }, ifMatch: null }),
    call(routes.rejectTaskItem, {
      params: item,
      body: { reason: 'No', stop: true, hold: holdOf(random) },
      ifMatch: null,
    }),
    () => undoAny(client, random),
    () => undoAny(client, random),
    call(routes.answerTaskItem, { params: item, body: { answer: { colour: 'blue' } }, ifMatch: null }),
    call(routes.postProjectRepository, { params: project, body: { owner: 'acme', url } }),
    call(routes.putRepository, { params: repository, body: { projectId: random.chance(0.3) ? null : project.id } }),
    ...(random.chance(0.4) ? [call(routes.deleteRepository, { params: repository })] : []),
    call(routes.listRepositories, {}),
    call(routes.getDashboardStats, {}),
  ]) as Act;
}

const holdOf = (random: Random) => ({ seconds: random.below(4), key: newId() });

/** Undoes a decision that may still be undone, or could be until a moment ago. */
async function undoAny(client: Client, random: Random): Promise<unknown> {
  const held = random.pick(await client.call(routes.listHeldDecisions));
  if (!held) return null;
  return client.call(routes.undoTaskItem, { params: { id: held.id }, body: { releaseAt: held.releaseAt } });
}

/** A runner that works, asks, redeems grants and ends, in any order, also with what is not its own. */
export interface Runner extends TestRunner {
  claimed: ClaimedTask[];
  asked: { taskId: string; itemId: string; hash: string }[];
}

export function runnerCall(runner: Runner, things: Things, random: Random): Act {
  const { client } = runner;
  const task = random.pick(runner.claimed);
  const taskId = random.chance(0.1) ? (random.pick(things.tasks) ?? newId()) : (task?.id ?? newId());
  const epoch = (task?.epoch ?? 1) - Number(random.chance(0.1));
  const asked = random.pick(runner.asked);
  const nonce = randomBytes(16).toString('hex');
  const done = { id: newId(), type: 'completion', title: 'Done' } as const;
  return random.pick<Act>([
    () => claim(runner),
    () => claim(runner),
    () => client.call(agentRoutes.heartbeat, { body: { taskId, epoch } }),
    () => ask(runner, taskId, epoch),
    () => ask(runner, taskId, epoch),
    () => redeem(runner, asked ?? { taskId, itemId: newId(), hash: 'a'.repeat(64) }, { epoch, nonce }),
    () =>
      client.call(agentRoutes.finish, {
        params: { taskId },
        body: { epoch, status: random.pick(['completed', 'failed'] as const) ?? 'completed', item: done },
      }),
  ]) as Act;
}

async function claim(runner: Runner): Promise<ClaimedTask | null> {
  const { task } = await runner.client.call(agentRoutes.claim, { body: {} });
  if (task) runner.claimed = [task, ...runner.claimed.filter(({ id }) => id !== task.id)].slice(0, 5);
  return task;
}

/** Redeems a grant. A redeemed decision is final: it is no longer held, and cannot be undone. */
async function redeem(
  { client }: Runner,
  { taskId, itemId, hash }: Runner['asked'][number],
  { epoch, nonce }: { epoch: number; nonce: string },
): Promise<unknown> {
  const reply = await client.call(agentRoutes.release, { params: { taskId, itemId }, body: { epoch, hash, nonce } });
  const item = (await taskItems().doc(itemId).get()).data();
  if (item && (item.isApproved !== reply.isApproved || (item.releaseAt?.toMillis() ?? 0) > Date.now()))
    throw new Error(`${itemId} was taken out before it was decided for good`);
  return reply;
}

async function ask(runner: Runner, taskId: string, epoch: number): Promise<void> {
  const item = request();
  const [hash = ''] = await runner.record({ id: taskId, epoch }, item);
  runner.asked.push({ taskId, itemId: item.id, hash });
}
