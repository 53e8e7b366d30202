import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { signIn, withBrowser } from '../browser.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const REQUESTS = 200;

/** From a request being made to its card in a page that is open: what a person on the couch waits for. */
export async function measureCardLatency(): Promise<Table[]> {
  const user = await newUser();
  const project = await user.api.call(routes.postProject, { body: { name: 'Bench' } });
  const milliseconds = await withBrowser(async (page) => {
    await signIn(page, user);
    await page.goto('/approvals');
    await page.getByText('All caught up!').waitFor();
    const measured: number[] = [];
    for (let index = 0; index < REQUESTS; index += 1) measured.push(await request(page, user, project.id, index));
    return measured;
  });
  return [
    {
      title: 'Request made → card in the open page',
      goal: 'p95 ≤ 300 ms',
      columns: ['n', 'p50 ms', 'p95 ms', 'max ms'],
      rows: [
        [milliseconds.length, percentile(milliseconds, 0.5), percentile(milliseconds, 0.95), Math.max(...milliseconds)],
      ],
    },
  ];
}

/** Makes a request, waits for its card, and decides it, so that the queue is empty again. Gives the milliseconds. */
async function request(page: Page, { api }: BenchUser, projectId: string, index: number): Promise<number> {
  const title = `Request ${index}`;
  const shown = page.getByText(title, { exact: true }).first().waitFor({ timeout: 30_000 });
  const began = performance.now();
  await api.call(routes.postProjectTask, { params: { id: projectId }, body: { title, status: 'awaiting_approval' } });
  await shown;
  const taken = performance.now() - began;
  const [item] = await api.call(routes.listApprovals);
  if (item) await api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
  await page.getByText('All caught up!').waitFor();
  return taken;
}
