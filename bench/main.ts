// `npm run bench [name …]`: measures a running stack and prints tables. Ratios against a reference of the same run say
// more than milliseconds, which are this machine's.
import { measureApprovalLatency } from './measures/approval-latency.ts';
import { measureCardLatency } from './measures/card-latency.ts';
import { measureLighthouse } from './measures/lighthouse.ts';
import { measureReads } from './measures/reads.ts';
import { measureTasksPage } from './measures/tasks-page.ts';
import { startStack } from './stack.ts';
import { print, type Table } from './table.ts';

const measures: Record<string, () => Promise<Table[]>> = {
  reads: measureReads,
  'approval-latency': measureApprovalLatency,
  'card-latency': measureCardLatency,
  'tasks-page': measureTasksPage,
  lighthouse: measureLighthouse,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in measures));
if (unknown.length > 0)
  throw new Error(`No measure ${unknown.join(', ')}; there are: ${Object.keys(measures).join(', ')}`);

const stop = await startStack();
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const table of await measure()) print(table);
  }
} finally {
  await stop();
}
process.exit(0);
