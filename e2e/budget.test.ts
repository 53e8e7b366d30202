import { routes, type Task, type TaskItem, type Usage } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { nextCall } from './support/calls.ts';
import { openProject } from './support/open-project.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

const factOf = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');

/** The stack of the tests has no model: to this page it says that it has one, without a price. */
async function withModel(page: Page, isPriced = false): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const reply = await route.fetch();
    const config = (await reply.json()) as object;
    await route.fulfill({ json: { ...config, models: [{ name: 'llama', isPriced }] } });
  });
}

test('a task gets a budget, another one, and none', async () => {
  const { page, project } = await openProject(browser);
  await withModel(page);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByLabel('Title').fill('Weave a pattern');
  await dialog.getByLabel('Budget (tokens)').fill('0.5');
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await dialog.getByText('Tokens are whole').waitFor();
  await expectAccessibleEverywhere(page);
  await dialog.getByLabel('Budget (tokens)').fill('1000');
  const sent = nextCall(page, `POST /api/projects/${project.id}/tasks`);
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  expect((await sent).body).toMatchObject({ budget: { amount: 1_000, unit: 'tokens' } });
  await page.getByRole('link', { name: 'Weave a pattern' }).click();
  await expect.poll(() => factOf(page, 'Budget').innerText()).toBe('1,000 tokens');
  for (const [typed, shown] of [
    ['2500', '2,500 tokens'],
    ['', null],
  ] as const) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Task' });
    await edit.getByLabel('Budget (tokens)').fill(typed);
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Task updated successfully').last().waitFor();
    if (shown === null) await expect.poll(() => factOf(page, 'Budget').count()).toBe(0);
    else await expect.poll(() => factOf(page, 'Budget').innerText()).toBe(shown);
  }
});

test('what the models used is told at the task, its steps and its project', async () => {
  const user = await newUser('usage');
  const [pending] = await newPending(user, ['Weave a pattern']);
  const { taskId = '', itemId = '' } = pending ?? {};
  const task = await user.api.call(routes.getTask, { params: { id: taskId } });
  const page = await browser.open();
  await signIn(page, user);
  const usage: Usage = {
    inputTokens: 48_210,
    outputTokens: 2_904,
    cachedTokens: 31_000,
    cost: 0.42,
    unpriced: ['llama'],
  };
  const budget = { amount: 2, unit: 'usd', granted: 2 };
  await page.route(`**/api/tasks/${taskId}`, (route) =>
    route.fulfill({ json: { ...task, usage, budget } satisfies Task }),
  );
  await page.route(`**/api/tasks/${taskId}/items*`, async (route) => {
    const items = (await (await route.fetch()).json()) as TaskItem[];
    await route.fulfill({
      json: items.map((item) => ({ ...item, ...(item.id === itemId ? asksForBudget : {}), usage })),
    });
  });
  await page.route(`**/api/projects/${task.projectId}/usage`, (route) => route.fulfill({ json: usage }));
  await page.goto(`/tasks/${taskId}`);
  const used = factOf(page, 'Used');
  await used.getByText('0.42 $ · 51,114 tokens').waitFor();
  await used.getByText('48,210 read (31,000 from cache), 2,904 written').waitFor();
  await used.getByText('No price is set for llama: its tokens are not in the sum.').waitFor();
  expect(await factOf(page, 'Budget').innerText()).toBe('2 $, and 2 $ that you approved');
  const history = page.getByRole('region', { name: 'Task Execution History' });
  await history.getByText('Go on with another 2 $?').waitFor();
  await history.getByText('0.42 $ · 51,114 tokens').waitFor();
  expect(await history.getByText('Parameters').count(), 'its words say it all').toBe(0);
  await expectAccessibleEverywhere(page);
  await page.goto(`/projects/${task.projectId}`);
  await page.getByText('Used 0.42 $ · 51,114 tokens').waitFor();
  await expectAccessibleEverywhere(page);
});

const asksForBudget = {
  title: 'Go on with another 2 $?',
  content:
    'The budget of this task is used up, and its agent has stopped. Approve lets it use 2 $ more, once. Reject ends the task; it can be reopened.',
  toolName: 'budget',
  toolKind: 'budget',
  toolParameters: { amount: 2, unit: 'usd' },
};
