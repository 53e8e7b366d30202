import { type CreateTask, routes, type Task } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { until } from './support/until.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();

test('shows its shape, then an error to try again; then every task with its project, and how many have which status', async () => {
  const { page } = await openWith(someTasks, '/containers');
  const mend = await breakCalls(page, 'GET', '/api/tasks');
  const release = await holdCalls(page, '/api/tasks');
  await page.getByRole('link', { name: 'All Tasks' }).click();
  await page.getByTestId('task-skeleton').first().waitFor();
  expect(await page.getByTestId('task-skeleton').count()).toBe(5);
  release();
  await page.getByText('Failed to load tasks').waitFor();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await cardOf(page, 'Mend the login').waitFor();

  await page.getByRole('heading', { name: 'All Tasks', level: 1 }).waitFor();
  await page.getByText('View and manage all tasks across projects').waitFor();
  await expect.poll(() => page.title(), { message: 'with the number of requests' }).toBe('(1) All Tasks · Countersign');

  await expect
    .poll(() => countsOf(page), { timeout: 15_000 })
    .toEqual({
      Pending: 2,
      'Awaiting approval': 1,
      Approved: 0,
      Running: 1,
      Completed: 1,
      Failed: 0,
      Rejected: 0,
    });
  const card = cardOf(page, 'Mend the login');
  expect(await card.innerText()).toContain('Website');
  expect(await card.innerText(), 'priority with one decimal').toContain('8.5');
  expect(await page.getByText(/tasks shown/).count(), 'nothing is filtered').toBe(0);

  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);

  await card.getByRole('link', { name: 'Mend the login' }).click();
  await page.waitForURL(/\/tasks\/[\w-]{21}$/);
});

test('searches title, description and project, combines it with status and priority, keeps it all over a reload', async () => {
  const { page } = await openWith(someTasks);
  const search = page.getByPlaceholder('Search tasks, descriptions, or projects...');
  const status = page.getByLabel('Status', { exact: true });
  const priority = page.getByLabel('Priority', { exact: true });
  await search.waitFor();
  expect(await priority.locator('option').allInnerTexts()).toEqual([
    'All Priorities',
    'Low (0-2)',
    'Medium (2-5)',
    'High (5+)',
  ]);

  await search.fill('LOGIN');
  await expectShown(page, ['Mend the login', 'Write it down']);
  await search.fill('website');
  await expectShown(page, ['Mend the login', 'Write it down', 'Release']);
  await status.selectOption('Completed');
  await expectShown(page, ['Release']);
  await page.getByText('1 of 5 tasks shown').waitFor();

  await search.fill('');
  await status.selectOption('All Statuses');
  await priority.selectOption('Low (0-2)');
  await expectShown(page, ['Below two']);
  await priority.selectOption('Medium (2-5)');
  await expectShown(page, ['Write it down', 'Two exactly']);
  await priority.selectOption('High (5+)');
  await expectShown(page, ['Mend the login', 'Release']);

  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByText(/tasks shown/).waitFor({ state: 'detached' });
  expect(await titlesOf(page)).toHaveLength(5);

  await page.getByRole('button', { name: 'Running 1' }).click();
  await page.getByLabel('Priority', { exact: true }).selectOption('Low (0-2)');
  await page.getByPlaceholder('Search tasks, descriptions, or projects...').fill('nothing like it');
  await page.waitForURL('**/tasks?q=nothing+like+it&status=running&priority=low');
  await page.reload();
  await page.getByText('No tasks match your filters').waitFor();
  await page.getByText('Try adjusting your search terms or filters').waitFor();
  await page.getByText('0 of 5 tasks shown').waitFor();
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('running');
  expect(await page.getByRole('button', { name: 'Running 1' }).getAttribute('aria-pressed')).toBe('true');
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: 'Clear Filters' }).last().click();
  await cardOf(page, 'Mend the login').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('edits a task with each complaint beside its field, reopens one that has ended, deletes it after asking', async () => {
  const { page } = await openWith(someTasks);
  const id = await idOf(page, 'Below two');
  await page.getByRole('button', { name: 'Edit Below two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await dialog.getByLabel(/Title/).fill('  ');
  await dialog.getByLabel('Priority (0-10)').fill('11');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Title is required').waitFor();
  await dialog.getByText('Priority is a number from 0 to 10').waitFor();
  await expectAccessibleEverywhere(page);

  await dialog.getByLabel(/Title/).fill('Renamed');
  await dialog.getByLabel('Priority (0-10)').fill('7.5');
  const sent = nextCall(page, `PATCH /api/tasks/${id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await sent).body).toEqual({ title: 'Renamed', priority: 7.5 });
  await dialog.waitFor({ state: 'detached' });
  await cardOf(page, 'Renamed').getByText('7.5').waitFor();

  const ended = await idOf(page, 'Release');
  expect(await page.getByRole('button', { name: 'Reopen Mend the login' }).count(), 'it has not ended').toBe(0);
  const reopened = nextCall(page, `PATCH /api/tasks/${ended}`);
  await page.getByRole('button', { name: 'Reopen Release' }).click();
  expect((await reopened).body).toEqual({ status: 'pending' });
  await cardOf(page, 'Release').getByText('Pending').waitFor();
  await page.getByRole('button', { name: 'Completed 0' }).waitFor();

  const mend = await breakCalls(page, 'DELETE', `/api/tasks/${ended}`);
  const button = page.getByRole('button', { name: 'Delete Release' });
  await button.click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete task?' });
  await expectAccessibleEverywhere(page);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Failed to delete task').waitFor();
  await mend();
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await confirm.waitFor({ state: 'detached' });
  expect(await button.evaluate((element) => element === element.ownerDocument.activeElement), 'focus is back').toBe(
    true,
  );

  const listAgain = page.waitForRequest(
    (request) => request.url().endsWith('/api/tasks') && request.method() === 'GET',
  );
  await page.keyboard.press('Enter');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Task deleted successfully').waitFor();
  await listAgain;
  await cardOf(page, 'Release').waitFor({ state: 'detached' });
  await until('another card to have the focus', () => page.locator('li:focus').count().then(Boolean));
});

test(
  'says that there are no tasks; keeps a long list short in the document, and all of it within reach',
  { timeout: 120_000 },
  async () => {
    const { page, user, projectId } = await openWith([]);
    await page.getByText('No tasks found').waitFor();
    await page.getByText('Tasks will appear here once they are created in projects').waitFor();
    await expectAccessibleEverywhere(page);

    const titles = Array.from({ length: 105 }, (_unused, index) => `Task ${index + 1}`);
    // Some side by side: one after the other they would take long.
    for (let from = 0; from < titles.length; from += 15) {
      const params = { id: projectId };
      await Promise.all(
        titles
          .slice(from, from + 15)
          .map((title) => user.api.call(routes.postProjectTask, { params, body: { title } })),
      );
    }
    await page.reload();
    // What was kept of the list while it grew is shown first.
    await page.getByRole('button', { name: 'Pending 105' }).waitFor();
    await cards(page).first().waitFor();
    await expect.poll(() => cards(page).count(), { timeout: 30_000 }).toBeLessThan(60);
    // Rows have their height when they are drawn: the end may be further down once one is there.
    await until('the last row', async () => {
      await page.keyboard.press('End');
      return (await page.locator('li[aria-posinset="105"]').count()) > 0;
    });
    expect(await cards(page).last().getAttribute('aria-setsize')).toBe('105');
    await page.getByPlaceholder('Search tasks, descriptions, or projects...').fill('task 7');
    await page.getByText('11 of 105 tasks shown').waitFor();
    expect(await cards(page).count(), 'few enough to have them all').toBe(11);
  },
);

const someTasks: CreateTask[] = [
  { title: 'Release', status: 'completed', priority: 5 },
  { title: 'Below two', status: 'pending', priority: 1.9 },
  { title: 'Two exactly', status: 'awaiting_approval', priority: 2 },
  { title: 'Write it down', description: 'How the Login works', status: 'pending', priority: 4.9 },
  { title: 'Mend the login', status: 'running', priority: 8.5 },
];

/** A user with these tasks, the last of them newest, and the page open. The tasks low in priority are in project "Api". */
async function openWith(
  tasks: CreateTask[],
  path = '/tasks',
): Promise<{ page: Page; user: TestUser; projectId: string }> {
  const user = await newUser('tasks');
  const website = await user.api.call(routes.postProject, { body: { name: 'Website' } });
  const other = await user.api.call(routes.postProject, { body: { name: 'Api' } });
  for (const body of tasks) {
    const project = body.title.includes('wo') ? other : website;
    await user.api.call(routes.postProjectTask, { params: { id: project.id }, body });
  }
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(path);
  return { page, user, projectId: website.id };
}

const cards = (page: Page) => page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem');
const cardOf = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
const titlesOf = (page: Page) => cards(page).getByRole('heading').allInnerTexts();

async function idOf(page: Page, title: string): Promise<Task['id']> {
  const href = await cardOf(page, title).getByRole('link', { name: title, exact: true }).getAttribute('href');
  return href?.split('/').at(-1) ?? '';
}

async function expectShown(page: Page, titles: string[]): Promise<void> {
  await page.getByText(`${titles.length} of 5 tasks shown`).waitFor();
  await expect.poll(async () => (await titlesOf(page)).sort()).toEqual([...titles].sort());
}

async function countsOf(page: Page): Promise<Record<string, number>> {
  const words = await page.getByRole('list', { name: 'Tasks by status' }).getByRole('button').allInnerTexts();
  return Object.fromEntries(words.map((word) => [word.replace(/\s*\d+$/, ''), Number(/\d+$/.exec(word)?.[0])]));
}
