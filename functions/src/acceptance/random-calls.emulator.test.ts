import { ApiError, routes } from '@countersign/contract';
import { beforeAll, expect, test } from 'vitest';
import { projects, repositories, taskItems, tasks } from '../store/firestore.ts';
import { newContainer, useStack } from '../testing/agents.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { isLong, seed } from '../../../dev/testing/sample.ts';
import { Random } from '../testing/random.ts';
import { personCall, runnerCall, type Act, type Person, type Runner, type Things } from './random-calls.ts';

useTestEnvironment({ RATE_LIMIT_USER: '10000000', RATE_LIMIT_ADDRESS: '10000000' });
const stack = useStack();

const CALLS = isLong ? 5_000 : 120;
const AT_ONCE = 4;

const random = new Random(seed);
const things: Things = { projects: [], tasks: [], items: [], repositories: [] };
/** The owner of each thing; nobody else may ever read it. */
const owners = new Map<string, string>();
/** Which container was given a task at which epoch: no two containers may get the same. */
const claims = new Map<string, string>();
const wrong: string[] = [];

let people: Person[];
let runners: Runner[];
/** Both agents work here, so it is never deleted. */
let shared: string;

beforeAll(async () => {
  const [first, ...others] = await Promise.all([stack.newOwner(), stack.newOwner(), stack.newOwner()]);
  people = [first, ...others];
  shared = first.projectId;
  const made = await Promise.all([newContainer(first), newContainer(first)]);
  runners = await Promise.all(made.map(async ({ id }) => ({ ...(await stack.runnerOf(id)), claimed: [], asked: [] })));
  for (const { userId, projectId } of [first, ...others]) remember('projects', userId, projectId);
});

test(`after ${CALLS} random calls of three users and two agents, all counts are right`, async () => {
  console.log(`seed ${seed}`);
  const statuses: Record<string, number> = {};
  let left = CALLS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const status = await (random.chance(0.35) ? runOne() : callOne());
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  console.log(`replies: ${JSON.stringify(statuses)}`);
  expect(wrong, logLines.filter((line) => line.includes('ERROR')).join('\n')).toEqual([]);
  expect(await miscounted()).toEqual([]);
  expect(await misplaced()).toEqual([]);
}, 1_800_000);

async function callOne(): Promise<string> {
  const person = random.pick(people);
  if (!person) throw new Error('there is nobody');
  return attempt(
    person.userId,
    personCall(person, things, random, (id) => owners.get(id) === person.userId),
  );
}

async function runOne(): Promise<string> {
  const runner = random.pick(runners);
  if (!runner) throw new Error('there is no runner');
  const before = new Set(runner.claimed);
  const status = await attempt(owners.get(shared) ?? '', runnerCall(runner, things, random));
  for (const { id, epoch } of runner.claimed.filter((task) => !before.has(task))) {
    const key = `${id}@${epoch}`;
    const other = claims.get(key);
    if (other && other !== runner.containerId) wrong.push(`${key} was given to ${other} and ${runner.containerId}`);
    claims.set(key, runner.containerId);
  }
  return status;
}

async function attempt(userId: string, act: Act): Promise<string> {
  try {
    const reply = await act();
    inspect(userId, reply);
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status >= 500) wrong.push(error.message);
    return String(error.status);
  }
}

/** Records new things, and finds anything the caller should not have seen. */
function inspect(userId: string, reply: unknown): void {
  const text = JSON.stringify(reply) ?? '';
  for (const [id, owner] of owners)
    if (owner !== userId && text.includes(id)) wrong.push(`${userId} saw ${id} of ${owner}`);
  for (const thing of Array.isArray(reply) ? (reply as unknown[]) : [reply]) {
    if (typeof thing !== 'object' || thing === null || !('id' in thing)) continue;
    const id = String(thing.id);
    if ('taskCount' in thing) remember('projects', userId, id);
    else if ('hash' in thing) remember('items', userId, id);
    else if ('priority' in thing) remember('tasks', userId, id);
    else if ('hasToken' in thing) remember('repositories', userId, id);
  }
}

function remember(kind: keyof Things, userId: string, id: string): void {
  if (owners.has(id)) return;
  owners.set(id, userId);
  things[kind].push(id);
}

async function miscounted(): Promise<string[]> {
  const [allTasks, allRepositories] = [await tasks().get(), await repositories().get()];
  return (await projects().get()).docs.flatMap((snapshot) => {
    const { id, name, taskCount, pendingApprovalCount, repositoryCount } = snapshot.data();
    const own = allTasks.docs.map((doc) => doc.data()).filter(({ projectId }) => projectId === id);
    const counted = {
      taskCount: own.length,
      pendingApprovalCount: own.filter(({ status }) => status === 'awaiting_approval').length,
      repositoryCount: allRepositories.docs.filter((doc) => doc.data().projectId === id).length,
    };
    const stored = { taskCount, pendingApprovalCount, repositoryCount };
    const same = JSON.stringify(counted) === JSON.stringify(stored);
    return same ? [] : [`${name} ${id}: ${JSON.stringify(stored)} is ${JSON.stringify(counted)}`];
  });
}

/** Tasks that contradict themselves: leased by nobody or elsewhere, or waiting for decisions that cannot be made. */
async function misplaced(): Promise<string[]> {
  const containers = new Set(runners.map(({ containerId }) => containerId));
  const items = (await taskItems().get()).docs.map((doc) => doc.data());
  const takenOut = items.filter(
    ({ needsApproval, isApproved, grant }) => needsApproval && isApproved === null && grant !== 'unused',
  );
  const inTasks = (await tasks().get()).docs.flatMap((snapshot) => {
    const task = snapshot.data();
    const undecided = items.filter(
      ({ taskId, needsApproval, isApproved }) => taskId === task.id && needsApproval && isApproved === null,
    );
    const leased = task.status === 'running' && !task.keptByHand;
    const problems = [
      leased && !containers.has(task.leaseContainerId ?? '') && 'runs nowhere',
      leased && task.projectId !== shared && 'runs in a container of another project',
      task.status !== 'running' && task.leaseContainerId !== null && 'is leased but does not run',
      task.undecidedCount !== undecided.length &&
        `counts ${task.undecidedCount} undecided items of ${undecided.length}`,
      task.status === 'awaiting_approval' && undecided.length === 0 && 'waits for nothing',
    ];
    return problems.filter((problem) => problem !== false).map((problem) => `${task.id} (${task.status}) ${problem}`);
  });
  return [...inTasks, ...takenOut.map(({ id }) => `${id} is undecided, and was taken out`)];
}

test('the dashboard counts the same', async () => {
  for (const { client } of people) {
    const stats = await client.call(routes.getDashboardStats);
    const [listed, all, approvals] = await Promise.all([
      client.call(routes.listProjects, { query: { view: 'summary' } }),
      client.call(routes.listTasks),
      client.call(routes.listApprovals),
    ]);
    const inStatus = (wanted: string) => all.filter(({ status }) => status === wanted).length;
    expect(stats).toEqual({
      totalProjects: listed.length,
      pendingApprovals: approvals.length,
      completedTasks: inStatus('completed'),
      runningTasks: inStatus('running'),
    });
  }
});
