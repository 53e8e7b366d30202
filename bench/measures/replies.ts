import { LIST_REPLY_BYTES, LIST_REPLY_ITEMS } from '@countersign/contract';
import { functionsMegabytes } from '../functions-memory.ts';
import { addApprovals, addItems, addTasks } from '../many.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const SIZES = { few: { tasks: 10, items: 10, approvals: 10 }, many: { tasks: 10_000, items: 5_000, approvals: 1_000 } };
const ROUNDS = 10;
const MEMORY_LIMIT_MB = 512;

/** The largest reply of each list, its time, and the server's memory for all of them. */
export async function measureReplies(): Promise<Table[]> {
  const rows: (string | number)[][] = [];
  for (const size of Object.values(SIZES)) {
    const user = await newUser();
    const projectId = await addTasks(user, size.tasks);
    const taskId = await addApprovals(user, size.approvals);
    const historyOf = await addItems(user, size.items);
    for (const [path, amount] of lists(projectId, taskId, historyOf, size)) {
      const { bytes, took, count } = await ask(user, path);
      rows.push([
        named(path, projectId, taskId, historyOf),
        amount,
        count,
        bytes / 1024 / 1024,
        percentile(took, 0.5),
        percentile(took, 0.95),
      ]);
    }
  }
  const memory = await functionsMegabytes();
  return [
    {
      title: 'Replies of lists',
      goal: `each within ${LIST_REPLY_BYTES / 1024 / 1024} MiB and ${LIST_REPLY_ITEMS} entries`,
      columns: ['list', 'things', 'in the first reply', 'MiB of it', 'p50 ms', 'p95 ms'],
      rows,
    },
    {
      title: 'Memory of the functions after all of them',
      goal: `< ${MEMORY_LIMIT_MB} MB in each process; the emulator's own part is in it`,
      columns: ['process', 'MB now', 'MB at the most'],
      rows: memory.map(({ now, most }, index) => [index + 1, now, most]),
    },
  ];
}

type Size = (typeof SIZES)[keyof typeof SIZES];

function lists(projectId: string, taskId: string, historyOf: string, size: Size): [string, number][] {
  return [
    ['/api/tasks', size.tasks],
    [`/api/projects/${projectId}/tasks`, size.tasks],
    ['/api/projects', size.tasks],
    ['/api/approvals', size.approvals],
    [`/api/tasks/${taskId}/items`, size.approvals],
    [`/api/tasks/${historyOf}/items`, size.items],
  ];
}

const named = (path: string, ...ids: string[]) => ids.reduce((name, id) => name.replace(id, ':id'), path);

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
