import { LIST_REPLY_BYTES, LIST_REPLY_ITEMS, routes } from '@countersign/contract';
import { functionsMegabytes } from '../functions-memory.ts';
import {
  addApprovals,
  addContainers,
  addDecisions,
  addItems,
  addProjects,
  addRepositories,
  addTasks,
  LONG,
} from '../many.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

/** How many of each a user has; `says`: the text of each that has one. */
interface Size {
  says?: string;
  tasks: number;
  items: number;
  approvals: number;
  decisions: number;
  projects: number;
  repositories: number;
  containers: number;
  /** Projects with NESTED tasks each, which the list of projects shows; it reads so many of them one by one. */
  full: number;
}

const NESTED = 50;
const SIZES: Record<string, Size> = {
  few: { tasks: 10, items: 10, approvals: 10, decisions: 10, projects: 10, repositories: 10, containers: 10, full: 0 },
  // As many as quotas allow, where they allow fewer than a reply holds.
  many: {
    ...{ tasks: 10_000, items: 5_000, approvals: 1_000, decisions: 5_000, projects: 500 },
    ...{ repositories: 1_000, containers: 100, full: 0 },
  },
  long: {
    ...{ says: LONG, tasks: 1_000, items: 1_000, approvals: 1_000, decisions: 1_000, projects: 3 },
    ...{ repositories: 10, containers: 10, full: 20 },
  },
};
const ROUNDS = 10;
const MEMORY_LIMIT_MB = 512;
/** JSON around a reply's things. */
const AROUND_BYTES = 2;

/** The largest reply of each list, its time, and the server's memory for all of them, one by one and at once. */
export async function measureReplies(): Promise<Table[]> {
  const rows: (string | number)[][] = [];
  for (const [name, size] of Object.entries(SIZES)) {
    const user = await newUser();
    const all = await fill(user, size);
    for (const { list, path, things } of all) {
      const { bytes, took, count } = await ask(user, path);
      const times = [percentile(took, 0.5), percentile(took, 0.95)];
      rows.push([list, name, things, count, bytes / 1024 / 1024, ...times]);
    }
    await Promise.all(all.map(({ path }) => ask(user, path)));
  }
  const memory = await functionsMegabytes();
  return [
    {
      title: 'Replies of lists',
      goal: `each within ${LIST_REPLY_BYTES / 1024 / 1024} MiB and ${LIST_REPLY_ITEMS} entries`,
      limits: [
        { column: 'in the first reply', atMost: LIST_REPLY_ITEMS },
        { column: 'MiB of it', atMost: (LIST_REPLY_BYTES + AROUND_BYTES) / 1024 / 1024 },
      ],
      columns: ['list', 'size', 'things', 'in the first reply', 'MiB of it', 'p50 ms', 'p95 ms'],
      rows,
    },
    {
      title: 'Memory of the functions after all of them, asked one by one and at once',
      goal: `< ${MEMORY_LIMIT_MB} MB in each process; the emulator's own part is in it`,
      limits: [{ column: 'MB at the most', below: MEMORY_LIMIT_MB }],
      columns: ['process', 'MB now', 'MB at the most'],
      rows: memory.map(({ name, now, most }) => [name, now, most]),
    },
  ];
}

interface List {
  list: string;
  path: string;
  things: number;
}

/** Gives a user all of that; resolves with the lists of it. */
async function fill(user: BenchUser, size: Size): Promise<List[]> {
  const { says } = size;
  const projectId = await addTasks(user, size.tasks, says);
  // First: it looks for its question in the list, which is cut at what the approvals alone fill.
  await addDecisions(user, size.decisions, says);
  const taskId = await addApprovals(user, size.approvals, says);
  const historyOf = await addItems(user, size.items, says);
  // A project without a task: a container there has nothing to begin.
  const { id: machinesId } = await user.api.call(routes.postProject, { body: { name: 'Machines' } });
  await addRepositories(user, machinesId, size.repositories);
  await addContainers(user, machinesId, size.containers);
  await addProjects(user, size.projects);
  for (let count = 0; count < size.full; count += 1) await addTasks(user, NESTED, says);
  // With those that hold the others.
  const [tasks, projects] = [size.tasks + size.full * NESTED + 3, size.projects + size.full + 5];
  const ids = [projectId, machinesId, taskId, historyOf];
  const things: Record<string, number> = {
    '/api/tasks': tasks,
    [`/api/projects/${projectId}/tasks`]: size.tasks,
    '/api/projects': projects,
    '/api/projects?view=summary': projects,
    '/api/repositories': size.repositories,
    [`/api/projects/${machinesId}/repositories`]: size.repositories,
    '/api/containers': size.containers,
    [`/api/projects/${machinesId}/containers`]: size.containers,
    '/api/approvals': size.approvals,
    '/api/decisions': size.decisions,
    [`/api/tasks/${taskId}/items`]: size.approvals,
    [`/api/tasks/${historyOf}/items`]: size.items,
  };
  const named = (path: string) => ids.reduce((name, id) => name.replace(id, ':id'), path);
  return Object.entries(things).map(([path, count]) => ({ list: named(path), path, things: count }));
}

async function ask(user: BenchUser, path: string): Promise<{ bytes: number; count: number; took: number[] }> {
  const took: number[] = [];
  let [bytes, count] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const response = await user.get(path);
    const text = await response.text();
    took.push(performance.now() - began);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    bytes = Math.max(bytes, Buffer.byteLength(text));
    count = (JSON.parse(text) as unknown[]).length;
  }
  return { bytes, count, took };
}
