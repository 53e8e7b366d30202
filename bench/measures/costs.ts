import { monthTable, usageTable, waitTable } from '../costs/bill.ts';
import { writeDocument } from '../costs/document.ts';
import { measureUsage } from '../costs/measure-usage.ts';
import type { RunningStack } from '../stack.ts';
import type { Table } from '../table.ts';

/** What users, and waiting tasks, cost on Google Cloud; writes docs/costs.md. */
export async function measureCosts(running: RunningStack): Promise<Table[]> {
  const measured = await measureUsage(running);
  const tables = [usageTable(measured), waitTable(measured), monthTable(measured)];
  await writeDocument(tables);
  return tables;
}
