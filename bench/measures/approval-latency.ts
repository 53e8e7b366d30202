import { routes } from '@countersign/contract';
import { readdir, readFile } from 'node:fs/promises';
import { database } from '../database.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const TASKS = 20;
const WRITES = 100;

/** How long an agent takes to ask after its container was created, and to go on after a decision; beside a bare listener. */
export async function measureApprovalLatency(): Promise<Table[]> {
  const bare = await bareListener();
  const { first, goOn, memory } = await runTasks();
  const row = (name: string, values: number[]) => [
    name,
    values.length,
    percentile(values, 0.5),
    percentile(values, 0.95),
  ];
  return [
    {
      title: 'From decision to agent',
      goal: "decision → agent goes on: median within 3 × the bare listener's",
      columns: ['what', 'n', 'p50 ms', 'p95 ms'],
      rows: [
        row('bare Firestore write → listener', bare),
        row('container created → first item', first),
        row('decision → agent goes on', goOn),
        ['ratio of medians', '', percentile(goOn, 0.5) / percentile(bare, 0.5), ''],
      ],
    },
    {
      title: 'Memory of the runner alone',
      goal: '< 120 MB',
      columns: ['what', 'MB'],
      rows: [['resident set', memory]],
    },
  ];
}

/** The reference: the same Admin SDK listener on the same emulator, nothing else in between. */
async function bareListener(): Promise<number[]> {
  const document = database().collection('bench').doc('listener');
  const milliseconds: number[] = [];
  let seen: (value: number) => void = () => undefined;
  const stop = document.onSnapshot((snapshot) => seen(Number(snapshot.get('value'))));
  for (let value = 0; value < WRITES; value += 1) {
    const arrived = new Promise<void>((resolve) => (seen = (got) => got === value && resolve()));
    const began = performance.now();
    await document.set({ value });
    await arrived;
    milliseconds.push(performance.now() - began);
  }
  stop();
  return milliseconds;
}

async function runTasks(): Promise<{ first: number[]; goOn: number[]; memory: number }> {
  const user = await newUser();
  const project = await user.api.call(routes.postProject, { body: { name: 'Bench' } });
  for (let index = 0; index < TASKS; index += 1) {
    await user.api.call(routes.postProjectTask, {
      params: { id: project.id },
      body: { title: `Task ${index}`, description: `Create \`file-${index}.md\`.` },
    });
  }
  const began = performance.now();
  await user.api.call(routes.postProjectContainer, { params: { id: project.id }, body: {} });
  const goOn: number[] = [];
  let first = 0;
  let memory = 0;
  while ((await user.api.call(routes.getDashboardStats)).completedTasks < TASKS) {
    const [item] = await user.api.call(routes.listApprovals);
    if (!item) continue;
    first ||= performance.now() - began;
    memory ||= await runnerMegabytes();
    goOn.push(await decideAndWait(user, item.id, item.hash));
  }
  return { first: [first], goOn, memory };
}

/** The agent has gone on when its consent has been taken out: that is the first thing the runner does. */
async function decideAndWait({ api }: BenchUser, id: string, hash: string): Promise<number> {
  const released = new Promise<void>((resolve) => {
    const stop = database()
      .collection('taskItems')
      .doc(id)
      .onSnapshot((snapshot) => {
        if (!['released', 'executed'].includes(String(snapshot.get('grant')))) return;
        stop();
        resolve();
      });
  });
  const began = performance.now();
  await api.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash });
  await released;
  return performance.now() - began;
}

/** The resident set of the runner's own process, found by its command. */
async function runnerMegabytes(): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('agent/dist/main.js')) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }
  return Number.NaN;
}
