import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { stack } from '../stack.ts';
import type { Table } from '../table.ts';

const TIMES = 7;
const bundle = join(import.meta.dirname, '../../functions/lib/index.js');
const program = `
  const before = process.cpuUsage();
  await import(${JSON.stringify(pathToFileURL(bundle).href)});
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify([(user + system) / 1000, process.memoryUsage().rss / 2 ** 20]));
`;

/** What an instance of the functions needs before its first request: loading its modules. */
export async function measureColdStart(): Promise<Table[]> {
  const loads: [number, number][] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const env = { ...process.env, GCLOUD_PROJECT: stack.projectId };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    loads.push(JSON.parse(stdout) as [number, number]);
  }
  const least = (index: 0 | 1) => Math.min(...loads.map((load) => load[index]));
  return [
    {
      title: `Load of the functions' modules on Node ${process.versions.node}`,
      goal: '≤ 450 ms of processor on an idle machine; the least of several, as a busy one takes more',
      limits: [{ column: 'processor ms', atMost: 450 }],
      columns: ['processor ms', 'memory MB'],
      rows: [[least(0), least(1)]],
    },
  ];
}
