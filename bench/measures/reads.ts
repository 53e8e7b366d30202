import { routes } from '@countersign/contract';
import type { Query } from 'firebase-admin/firestore';
import { database, multiply } from '../database.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const SIZES = [10, 10_000];
const ROUNDS = 15;
const DASHBOARD = 'dashboard (/)';
const readsAt = (size: number) => `at ${size} tasks`;

/** Documents read by each page, from Server-Timing, and each list's time against the bare query, as tasks grow. */
export async function measureReads(): Promise<Table[]> {
  const reads: Table = {
    title: 'Documents read, from Server-Timing',
    goal: 'dashboard page ≤ 20 plus aggregations; project page ≤ its own things',
    limits: SIZES.map((size) => ({ column: readsAt(size), of: ([page]) => page === DASHBOARD, atMost: 20 })),
    columns: ['page', ...SIZES.map(readsAt)],
    rows: [],
  };
  const times: Table = {
    title: 'Lists through the API against the bare Admin SDK query',
    goal: 'p50 ≤ 1.3 ×; the way is what Hosting and Functions take for a call that reads nothing and knows nobody (/api/health)',
    limits: [{ column: 'ratio without the way', atMost: 1.3 }],
    columns: ['list', 'tasks', 'API p50 ms', 'bare p50 ms', 'ratio', 'way p50 ms', 'ratio without the way'],
    rows: [],
  };
  const columns = new Map<string, string[]>();
  for (const size of SIZES) {
    const { user, projectId } = await userWithTasks(size);
    for (const [page, paths] of pagesOf(projectId)) {
      columns.set(page, [...(columns.get(page) ?? []), await readsOf(user, paths)]);
    }
    for (const list of listsOf(user, projectId)) times.rows.push([list.name, size, ...(await compare(user, list))]);
  }
  reads.rows = [...columns].map(([page, cells]) => [page, ...cells]);
  return [reads, times];
}

/** A user with a project of 10 tasks and another with the rest: the first one's page must not pay for the second. */
async function userWithTasks(size: number): Promise<{ user: BenchUser; projectId: string }> {
  const user = await newUser();
  const [project, other] = [
    await user.api.call(routes.postProject, { body: { name: 'Small' } }),
    await user.api.call(routes.postProject, { body: { name: 'Large' } }),
  ];
  for (const [{ id }, count] of [
    [project, 10],
    [other, size - 10],
  ] as const) {
    if (count === 0) continue;
    const task = await user.api.call(routes.postProjectTask, { params: { id }, body: { title: 'First' } });
    await multiply([database().collection('tasks').doc(task.id)], count - 1);
  }
  return { user, projectId: project.id };
}

const pagesOf = (projectId: string): [string, string[]][] => [
  [DASHBOARD, ['/api/dashboard/stats', '/api/projects?view=summary', '/api/approvals']],
  [
    'project (10 tasks)',
    ['', '/repositories', '/tasks', '/containers'].map((part) => `/api/projects/${projectId}${part}`),
  ],
  ['all tasks (/tasks)', ['/api/tasks']],
];

async function readsOf(user: BenchUser, paths: string[]): Promise<string> {
  let [documents, aggregations] = [0, 0];
  for (const path of paths) {
    const response = await user.get(path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const timing = response.headers.get('Server-Timing') ?? '';
    documents += Number(/reads;desc="(\d+)"/.exec(timing)?.[1]);
    aggregations += Number(/aggregations;desc="(\d+)"/.exec(timing)?.[1]);
  }
  return `${documents} + ${aggregations} aggregations`;
}

interface List {
  name: string;
  path: string;
  bare: () => Promise<unknown>;
}

function listsOf({ uid }: BenchUser, projectId: string): List[] {
  const own = (name: string) => database().collection(name).where('userId', '==', uid).orderBy('createdAt', 'desc');
  // The SDK decodes a document only when its data is asked for: a list that is not read would be no reference.
  const read = async (query: Query) => (await query.get()).docs.map((document) => document.data());
  return [
    { name: 'projects', path: '/api/projects?view=summary', bare: () => read(own('projects')) },
    { name: 'tasks', path: '/api/tasks', bare: () => read(own('tasks')) },
    {
      name: 'tasks of a project',
      path: `/api/projects/${projectId}/tasks`,
      bare: () => read(own('tasks').where('projectId', '==', projectId)),
    },
  ];
}

/** Alternates between them, so that all run under the same load. */
async function compare(user: BenchUser, { path, bare }: List): Promise<number[]> {
  const [api, reference, way]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    api.push(await millisecondsOf(async () => (await user.get(path)).text()));
    reference.push(await millisecondsOf(bare));
    way.push(await millisecondsOf(async () => (await user.get('/api/health')).text()));
  }
  const [mine, theirs, between] = [percentile(api, 0.5), percentile(reference, 0.5), percentile(way, 0.5)];
  return [mine, theirs, mine / theirs, between, (mine - between) / theirs];
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
