import { routes } from '@countersign/contract';
import { chromium, type Page } from 'playwright-core';
import { stack } from '../stack.ts';
import { percentile, type Table } from '../table.ts';
import { newUser } from '../user.ts';

const REQUESTS = 200;

/** From a request being made to its card in a page that is open: what a person on the couch waits for. */
export async function measureCardLatency(): Promise<Table[]> {
  const user = await newUser();
  const project = await user.api.call(routes.postProject, { body: { name: 'Bench' } });
  const browser = await chromium.launch({
    executablePath: stack.chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ baseURL: stack.url });
  const milliseconds: number[] = [];
  try {
    await openApprovals(page, user);
    for (let index = 0; index < REQUESTS; index += 1) {
      const title = `Request ${index}`;
      const shown = page.getByText(title, { exact: true }).first().waitFor({ timeout: 30_000 });
      const began = performance.now();
      await user.api.call(routes.postProjectTask, {
        params: { id: project.id },
        body: { title, status: 'awaiting_approval' },
      });
      await shown;
      milliseconds.push(performance.now() - began);
      const [item] = await user.api.call(routes.listApprovals);
      if (item) await user.api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
      await page.getByText('All caught up!').waitFor();
    }
  } finally {
    await browser.close();
  }
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

async function openApprovals(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.goto('/approvals');
  await page.getByText('All caught up!').waitFor();
}
