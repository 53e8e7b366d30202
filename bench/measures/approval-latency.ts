import { routes } from '@countersign/contract';
import type { Timestamp } from 'firebase-admin/firestore';
import { setTimeout as pause } from 'node:timers/promises';
import { bareListener } from '../bare-listener.ts';
import { database } from '../database.ts';
import { runnerMegabytes } from '../runner-memory.ts';
import { addTasks } from '../many.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const STARTS = 5;
const TASKS = 20;
/** Tasks that the user has besides. */
const MANY = 10_000;
/** A person reads before deciding; by then the runner has saved its work and waits. */
const READING_MS = 700;
const GOES_ON = 'decision → agent goes on';
const BESIDE_MANY = `with ${MANY} tasks: ${GOES_ON}`;

/**
 * How long an agent takes to ask after its container's creation, and to go on after a decision; beside a bare listener.
 */
export async function measureApprovalLatency(): Promise<Table[]> {
  const user = await newUser();
  const first: number[] = [];
  for (let start = 0; start < STARTS; start += 1) first.push(await untilFirstItem(user));
  const { decisions, bare, memory } = await decideMany(user);
  await addTasks(user, MANY);
  const many = await decideMany(user);
  const of = (name: string, values: number[]) => [
    name,
    values.length,
    percentile(values, 0.5),
    percentile(values, 0.95),
    percentile(values, 0.5) / percentile(bare, 0.5),
  ];
  const between = (from: keyof Decided, to: keyof Decided, all = decisions) => all.map((one) => one[to] - one[from]);
  return [
    {
      title: 'From decision to agent',
      goal: `decision → agent goes on: median within 4 × the bare listener's; with ${MANY} tasks within 1.5 × that without`,
      limits: [
        { column: '× bare', of: ([what]) => what === GOES_ON, atMost: 4 },
        {
          column: 'p50 ms',
          of: ([what]) => what === BESIDE_MANY,
          atMost: 1.5 * percentile(between('decided', 'wentOn'), 0.5),
        },
      ],
      columns: ['what', 'n', 'p50 ms', 'p95 ms', '× bare'],
      rows: [
        of('bare Firestore write → listener', bare),
        of(GOES_ON, between('decided', 'wentOn')),
        of('  of it: decision → consent taken out', between('decided', 'released')),
        of(BESIDE_MANY, between('decided', 'wentOn', many.decisions)),
        of('Approve pressed → decision', between('pressed', 'decided')),
        of('Approve pressed → agent goes on', between('pressed', 'wentOn')),
        of('container created → first item', first),
      ],
    },
    {
      title: 'Memory of the runner alone',
      goal: '< 120 MB',
      limits: [{ column: 'MB', below: 120 }],
      columns: ['when', 'MB'],
      rows: [
        ['waiting for its first decision', memory.first],
        [`at the most, over ${TASKS} tasks`, memory.most],
      ],
    },
  ];
}

/** Milliseconds since the epoch: the emulator's commits and the runner's log use the same clock. */
interface Decided {
  pressed: number;
  /** The decision is committed. */
  decided: number;
  /** The runner has redeemed the consent. */
  released: number;
  /** The runner answers its agent. */
  wentOn: number;
}

const now = () => performance.timeOrigin + performance.now();

async function startContainer(
  { api }: Pick<BenchUser, 'api'>,
  tasks: number,
): Promise<{ containerId: string; projectId: string; taskIds: string[] }> {
  const project = await api.call(routes.postProject, { body: { name: 'Bench' } });
  const params = { id: project.id };
  const taskIds: string[] = [];
  for (let index = 0; index < tasks; index += 1) {
    const body = { title: `Task ${index}`, description: `Create \`file-${index}.md\`.` };
    taskIds.push((await api.call(routes.postProjectTask, { params, body })).id);
  }
  const container = await api.call(routes.postProjectContainer, { params, body: {} });
  return { containerId: container.id, projectId: project.id, taskIds };
}

async function untilFirstItem({ api }: BenchUser): Promise<number> {
  const began = now();
  const { containerId, projectId } = await startContainer({ api }, 1);
  const items = database().collection('taskItems').where('projectId', '==', projectId).limit(1);
  const first = await new Promise<number>((resolve) => {
    const stop = items.onSnapshot(({ docs: [item] }) => {
      if (!item) return;
      stop();
      resolve(milliseconds(item.createTime));
    });
  });
  await api.call(routes.deleteContainer, { params: { id: containerId } });
  await api.call(routes.deleteProject, { params: { id: projectId } });
  return first - began;
}

async function decideMany({ api, uid }: BenchUser) {
  const { containerId, taskIds } = await startContainer({ api }, TASKS);
  const questions = questionsOf(uid, taskIds);
  const listener = bareListener();
  const pressed: { itemId: string; at: number }[] = [];
  const bare: number[] = [];
  const memory = { first: 0, most: 0 };
  for (let item = await questions.next(); item; item = await questions.next()) {
    await pause(READING_MS);
    bare.push(await listener.write());
    const megabytes = await runnerMegabytes(containerId);
    memory.first ||= megabytes;
    memory.most = Math.max(memory.most, megabytes);
    pressed.push({ itemId: item.id, at: now() });
    await api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
  }
  listener.stop();
  questions.stop();
  return { decisions: await followUp({ api }, containerId, pressed), bare, memory };
}

/**
 * What the user is asked, one question after the other; undefined when all tasks are done. Uses a listener: polling the
 * API would measure how busy this machine is. Tasks are listened to one by one: a query's listener slows each change of a
 * large collection in the emulator.
 */
function questionsOf(uid: string, taskIds: readonly string[]) {
  const asked: { id: string; hash: string }[] = [];
  const completed = new Set<string>();
  let heard: () => void = () => undefined;
  const stops = [
    database()
      .collection('taskItems')
      .where('userId', '==', uid)
      .where('needsApproval', '==', true)
      .where('isApproved', '==', null)
      .onSnapshot((snapshot) => {
        const added = snapshot.docChanges().filter(({ type }) => type === 'added');
        asked.push(...added.map(({ doc }) => ({ id: doc.id, hash: String(doc.get('hash')) })));
        heard();
      }),
    ...taskIds.map((id) =>
      database()
        .collection('tasks')
        .doc(id)
        .onSnapshot((task) => {
          if (task.get('status') === 'completed') completed.add(id);
          heard();
        }),
    ),
  ];
  return {
    async next() {
      while (asked.length === 0 && completed.size < taskIds.length)
        await new Promise<void>((resolve) => (heard = resolve));
      return asked.shift();
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

/** What came of each decision: the audit trail is written with it; the log says when the agent was answered. */
async function followUp(
  { api }: Pick<BenchUser, 'api'>,
  containerId: string,
  pressed: { itemId: string; at: number }[],
): Promise<Decided[]> {
  const { logs } = await api.call(routes.getContainerLogs, { params: { id: containerId } });
  const told = [...logs.matchAll(/^(\S+) approved: /gm)].map(([, time = '']) => Date.parse(time));
  return Promise.all(
    pressed.map(async ({ itemId, at }, index) => {
      const { docs } = await database().collection('auditEvents').where('subjectId', '==', itemId).get();
      const timeOf = (action: string) => {
        const event = docs.find((one) => one.get('action') === action);
        return event ? milliseconds(event.createTime) : Number.NaN;
      };
      return {
        pressed: at,
        decided: timeOf('item_approved'),
        released: timeOf('grant_released'),
        wentOn: told[index] ?? Number.NaN,
      };
    }),
  );
}

function milliseconds({ seconds, nanoseconds }: Timestamp): number {
  return seconds * 1e3 + nanoseconds / 1e6;
}
