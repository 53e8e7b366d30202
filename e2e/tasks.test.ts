import { type CreateTask, routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { hasFocus } from './support/has-focus.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

// For filters, edits, reopening and failures to load, see web/src/pages/tasks/tasks-page.test.tsx.
test('shows every task with its project, and how many have which status; reopens one, and deletes one after asking', async () => {
  const { page } = await openWith(someTasks);
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
  await page.setViewportSize(DESKTOP);

  await page.getByRole('button', { name: 'Reopen Release' }).click();
  await cardOf(page, 'Release').getByText('Pending').waitFor();
  await page.getByRole('button', { name: 'Completed 0' }).waitFor();
  const confirm = page.getByRole('alertdialog', { name: 'Delete task?' });
  const opener = page.getByRole('button', { name: 'Delete Release' });
  await opener.click();
  await expectAccessibleEverywhere(page);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await confirm.waitFor({ state: 'detached' });
  await until('the focus to be back', () => hasFocus(opener));
  await page.keyboard.press('Enter');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await cardOf(page, 'Release').waitFor({ state: 'detached' });
  await until('another card to have the focus', () => page.locator('li:focus').count().then(Boolean));

  await card.getByRole('link', { name: 'Mend the login' }).click();
  await page.waitForURL(/\/tasks\/[\w-]{21}$/);
});

test('keeps a long list short in the document, and all of it within reach', { timeout: 120_000 }, async () => {
  const user = await newUser('tasks');
  const params = { id: (await user.api.call(routes.postProject, { body: { name: 'Website' } })).id };
  const titles = Array.from({ length: 105 }, (_unused, index) => `Task ${index + 1}`);
  // Some in parallel: one after the other they would take long.
  for (let from = 0; from < titles.length; from += 15) {
    await Promise.all(
      titles.slice(from, from + 15).map((title) => user.api.call(routes.postProjectTask, { params, body: { title } })),
    );
  }
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Pending 105' }).waitFor();
  await cards(page).first().waitFor();
  await expect.poll(() => cards(page).count(), { timeout: 30_000 }).toBeLessThan(60);
  // Rows get their height when drawn: the end may move further down once one is there.
  await until('the last row', async () => {
    await page.keyboard.press('End');
    return (await page.locator('li[aria-posinset="105"]').count()) > 0;
  });
  expect(await cards(page).last().getAttribute('aria-setsize')).toBe('105');
  await page.getByPlaceholder('Search tasks, descriptions, or projects...').fill('task 7');
  await page.getByText('11 of 105 tasks shown').waitFor();
  await expect.poll(() => cards(page).count(), { message: 'few enough to have them all' }).toBe(11);
});

test('are asked for while the code of their page is still on its way', async () => {
  const { page } = await openWith(someTasks);
  await cardOf(page, 'Release').waitFor();
  const asked = page.waitForRequest(/\/api\/tasks$/);
  await page.route('**/assets/tasks-page-*.js', async (route) => {
    await asked;
    await route.fallback();
  });
  await page.reload();
  await cardOf(page, 'Release').waitFor();
});

const someTasks: CreateTask[] = [
  { title: 'Release', status: 'completed', priority: 5 },
  { title: 'Below two', status: 'pending', priority: 1.9 },
  { title: 'Two exactly', status: 'awaiting_approval', priority: 2 },
  { title: 'Write it down', description: 'How the Login works', status: 'pending', priority: 4.9 },
  { title: 'Mend the login', status: 'running', priority: 8.5 },
];

/** A user with these tasks, the last of them newest, and the page open. The low-priority tasks are in project "Api". */
async function openWith(tasks: CreateTask[]): Promise<{ page: Page }> {
  const user = await newUser('tasks');
  const website = await user.api.call(routes.postProject, { body: { name: 'Website' } });
  const other = await user.api.call(routes.postProject, { body: { name: 'Api' } });
  for (const body of tasks) {
    const project = body.title.includes('wo') ? other : website;
    await user.api.call(routes.postProjectTask, { params: { id: project.id }, body });
  }
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/tasks');
  return { page };
}

const cards = (page: Page) => page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem');
const cardOf = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });

async function countsOf(page: Page): Promise<Record<string, number>> {
  const words = await page.getByRole('list', { name: 'Tasks by status' }).getByRole('button').allInnerTexts();
  return Object.fromEntries(words.map((word) => [word.replace(/\s*\d+$/, ''), Number(/\d+$/.exec(word)?.[0])]));
}
