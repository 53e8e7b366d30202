import { ApiError, routes, type Client, type CreateRule } from '@countersign/contract';
import type { ClaimedTask, RecordItem } from '@countersign/contract/agent';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestJobsServer } from '../../runtime/test-jobs-server.ts';
import { tasks } from '../../store/firestore.ts';
import { Random } from '../../testing/random.ts';
import { signUp } from '../../testing/users.ts';
import type { ApiFleet } from './api-fleet.ts';
import { checkHistory, toldOf } from './check-history.ts';
import { checkRules } from './check-rules.ts';
import { hostContainer, type Counts } from './container-host.ts';
import { decideAll } from './deciding-browser.ts';
import { delaysOf } from './delays.ts';
import { historiesOf, type ItemHistory } from './histories.ts';
import { listenForNews } from './listen-for-news.ts';
import { isPassing, newRecord, persist, type Record } from './record.ts';
import { storyOf } from './story.ts';
import type { Waits } from './watch-waits.ts';

export interface LaneOptions {
  fleet: ApiFleet;
  jobs: TestJobsServer;
  waits: Waits;
  counts: Counts;
  /** When API processes were killed. */
  apiKills: readonly number[];
  seed: number;
  containers: number;
  tasks: number;
  heartbeatSeconds: number;
  /** Milliseconds within which a decision is redeemed, whatever happens, on a busy machine. */
  patienceMs: number;
}

/** What decides which questions an owner is asked. */
export type Owner = Pick<LaneOptions, 'seed' | 'tasks'>;

/** What the owner's rule approves while it exists. */
const RULED = 'npm test';
const RULE: CreateRule = { name: 'Tests', pattern: { kind: 'command', words: ['npm', 'test'], rest: 'none' } };
/** Milliseconds for which the rule exists, and for which it does not, at most. */
const RULE_MS = 12_000;
/** Groups of questions in a task, and questions in a group, at most. */
const [GROUPS, SIDE_BY_SIDE] = [5, 5];

export interface LaneResult {
  decisions: number;
  /** How many waits of its tasks were long. One without a recorded cause is in `wrong`. */
  longWaits: number;
  /** Milliseconds that a runner that lived waited for a released decision, at most. */
  longestDelay: number;
  /** What is wrong, each with its story. */
  wrong: string[];
  /** Everything known about what happened. */
  known: { histories?: ItemHistory[]; record?: Record };
}

/**
 * A new owner whose tasks are done in several containers, while the owner decides in two browsers and a rule comes and
 * goes. If nothing was wrong, the owner deletes the account in the end: the emulator has no indexes, so each query would
 * take longer with every owner before.
 */
export async function runLane(options: LaneOptions): Promise<LaneResult> {
  const { fleet, jobs, counts, seed } = options;
  const random = new Random(seed);
  const record = newRecord(options.apiKills);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const { userId, token } = await signUp();
  const client = fleet.browser(token);
  const { id: projectId } = await persist(() => client.call(routes.postProject, { body: { name: 'Project' } }));
  const params = { id: projectId };
  for (let task = 0; task < options.tasks; task += 1)
    await persist(() =>
      client.call(routes.postProjectTask, { params, body: { title: `Task ${task}` }, headers: keyOf(`task-${task}`) }),
    );

  const hosts = [];
  const checkpoints = new Map<string, Set<number>>();
  const shared = { fleet, jobs, record, signal: ending.signal, heartbeatSeconds: options.heartbeatSeconds };
  const stepsOf = ({ title }: ClaimedTask) => stepsOfTask(seed, Number(/\d+$/.exec(title)?.[0]));
  for (let container = 0; container < options.containers; container += 1) {
    const { id } = await persist(() =>
      client.call(routes.postProjectContainer, { params, body: {}, headers: keyOf(`container-${container}`) }),
    );
    const own = new Random(seed + 31 * (container + 1));
    hosts.push(hostContainer(id, { ...shared, random: own, stepsOf }, counts, checkpoints));
  }
  const news = listenForNews(userId);
  const browsers = ([0, 1] as const).map((index) =>
    decideAll({
      name: `browser ${index}`,
      index,
      client,
      random: new Random(seed + index),
      record,
      news: () => news.next(),
      signal: ending.signal,
    }),
  );
  const ruling = changeRules(client, projectId, random, ending.signal);

  const undone = await untilDone(projectId, options.tasks, record, options.patienceMs);
  ending.abort();
  await Promise.all([...hosts.map((stop) => stop()), ...browsers, ruling]);
  news.stop();

  const histories = await historiesOf(userId);
  const { long, unexplained } = await options.waits.of(projectId);
  const delays = histories.flatMap((history) => delaysOf(history, toldOf(record, history.item.id)));
  const longestDelay = Math.max(0, ...delays.map(({ ms }) => ms));
  const covers = ({ item }: ItemHistory) => item.title === RULED;
  const wrong = [
    ...record.wrong,
    ...undone,
    ...unexplained,
    ...histories.flatMap((history) => {
      const told = toldOf(record, history.item.id);
      const found = checkHistory(history, told);
      return found.length === 0 ? [] : [`${history.item.id} ${found.join('; ')}\n${storyOf(history, told)}`];
    }),
    ...(await checkRules(userId, histories, covers)),
  ];
  if (wrong.length === 0) await persist(() => deleteAccount(client));
  return { decisions: histories.length, longWaits: long, longestDelay, wrong, known: { histories, record } };
}

/** What is asked for again after a lost reply is made once. */
const keyOf = (name: string) => ({ 'Idempotency-Key': `lane-${name}` });

async function deleteAccount(client: Client): Promise<void> {
  await client.call(routes.deleteAccount).catch((error: unknown) => {
    // An API that was killed in the midst of it may have deleted the account all the same.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
}

/** The number of questions an owner is asked, unless some are repeated. */
export function countSteps({ seed, tasks }: Owner): number {
  return Array.from({ length: tasks }, (_, task) => stepsOfTask(seed, task).flat().length).reduce((a, b) => a + b, 0);
}

/** The questions of a task's agent, the same in each run. */
function stepsOfTask(seed: number, task: number): Omit<RecordItem, 'id'>[][] {
  const random = new Random(seed + task * 7919);
  return Array.from({ length: 1 + random.below(GROUPS) }, (_, group) =>
    Array.from({ length: 1 + random.below(SIDE_BY_SIDE) }, (_, index) => {
      const command = random.chance(0.2) ? RULED : `npm run step-${group}-${index}`;
      const asked = {
        toolName: 'shell',
        toolKind: 'execute',
        toolParameters: { command },
        needsApproval: true,
      } as const;
      return { type: 'tool_call', title: command, ...asked };
    }),
  );
}

/** Writes a rule and revokes it, repeatedly. */
async function changeRules(client: Client, projectId: string, random: Random, signal: AbortSignal): Promise<void> {
  const params = { id: projectId };
  const pause = () => delay(random.below(RULE_MS), undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    await persist(() => client.call(routes.postProjectRule, { params, body: RULE }));
    await pause();
    for (const { id } of await persist(() => client.call(routes.listProjectRules, { params }))) {
      // After a call without a reply it may be gone already.
      await client.call(routes.deleteRule, { params: { id } }).catch((error: unknown) => {
        if (!isPassing(error)) throw error;
      });
    }
    await pause();
  }
}

/** Resolves when all tasks are completed, or nothing was redeemed for `patienceMs`; returns the tasks not completed. */
async function untilDone(projectId: string, count: number, record: Record, patienceMs: number): Promise<string[]> {
  const all = tasks().where('projectId', '==', projectId);
  const over = new AbortController();
  const stop = all.where('status', '==', 'completed').onSnapshot(({ size }) => void (size === count && over.abort()));
  const redeemed = () => record.calls.filter(({ what, told }) => what === 'redeem' && told.kind === 'done').length;
  for (let before = -1, now = 0; now > before && !over.signal.aborted; [before, now] = [now, redeemed()]) {
    await delay(patienceMs, undefined, { signal: over.signal }).catch(() => undefined);
  }
  stop();
  const left = (await all.get()).docs.map((doc) => doc.data()).filter(({ status }) => status !== 'completed');
  return left.map(({ title, status, undecidedCount }) => `${title} is stuck: ${status}, ${undecidedCount} undecided`);
}
