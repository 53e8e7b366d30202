import { routes, type Task } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { nextCall } from './support/calls.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

async function openPage(user: Awaited<ReturnType<typeof newUser>>, task: Pick<Task, 'id' | 'title'>): Promise<Page> {
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(`/tasks/${task.id}`);
  await page.getByRole('heading', { name: task.title, level: 1 }).waitFor();
  return page;
}

const history = (page: Page) => page.getByRole('region', { name: 'Task Execution History' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const factOf = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');

// For failures to load, tasks kept by hand and messages, see web/src/pages/task-detail/task-detail-page.test.tsx.
test('a question shows what it says; a decision is made where its item stands; the answer appears by itself', async () => {
  const user = await newUser('task');
  const [weave, knit] = await newPending(user, ['Weave', 'Knit'], 'With flowers.');
  if (!weave || !knit) throw new Error('Expected two tasks');
  const page = await openPage(user, { id: weave.taskId, title: 'Weave' });
  const timeline = history(page);
  expect(await factOf(page, 'Status').innerText()).toBe('Awaiting approval');
  await timeline.getByText('Pending Approval', { exact: true }).waitFor();
  await expectAccessibleEverywhere(page);

  // A task whose start is not approved yet cannot be stopped.
  await history(page).getByText('Start this task?').waitFor();
  await button(page, 'Send').waitFor();
  expect(await button(page, 'Stop').count()).toBe(0);
  await button(page, 'Edit').click();
  const editing = page.getByRole('dialog', { name: 'Edit Task' });
  await editing.getByLabel(/Title/).fill('Weave another pattern');
  await editing.getByRole('button', { name: 'Save' }).click();
  await history(page).getByText('Weave another pattern').waitFor();
  await page.getByRole('heading', { name: 'Weave another pattern', level: 1 }).waitFor();

  await button(page, 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
  await dialog.getByText('Analytical engine › Weave another pattern').waitFor();
  await dialog.getByLabel('Reason for rejection *').fill('Use less yarn');
  const rejected = nextCall(page, `POST /api/task-items/${weave.itemId}/reject`);
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  expect((await rejected).body).toEqual({ reason: 'Use less yarn' });
  await page.getByText('Item has been rejected').waitFor();
  await timeline.getByText('Rejected', { exact: true }).first().waitFor();
  await timeline.getByText('1 reply').waitFor();
  await timeline.getByText('Use less yarn').first().waitFor();
  await expectAccessibleEverywhere(page);

  await page.goto(`/tasks/${knit.taskId}`);
  await button(page, 'Approve').waitFor();
  await user.api.call(routes.approveTaskItem, { params: { id: knit.itemId }, body: {}, ifMatch: knit.hash });
  await timeline.getByText('Approved', { exact: true }).waitFor();
  expect(await button(page, 'Approve').count(), 'buttons of a decided item').toBe(0);
});
