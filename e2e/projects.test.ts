import { type CreateProject, routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('shows six placeholders, then an error to try again; says that there are no projects, and creates the first', async () => {
  const user = await newUser('projects');
  const page = await browser.open();
  const mend = await breakCalls(page, 'GET', '/api/projects');
  const release = await holdCalls(page, '/api/projects');
  await signIn(page, user);
  await page.goto('/projects');
  await page.getByTestId('project-skeleton').first().waitFor();
  expect(await page.getByTestId('project-skeleton').count()).toBe(6);

  release();
  await page.getByText('Projects could not be loaded').waitFor();
  await expectAccessibleEverywhere(page);
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No projects yet').waitFor();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Create Project' }).click();

  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await dialog.getByText('Name is required').waitFor();
  expect(await hasFocus(dialog.getByLabel('Name')), 'the field to mend has the focus').toBe(true);
  await expectAccessibleEverywhere(page);

  await dialog.getByLabel('Name').fill('Analytical engine');
  await dialog.getByLabel('Description').fill('Weaves patterns');
  await dialog.getByLabel('Status').selectOption({ label: 'Paused' });
  const sent = nextCall(page, 'POST /api/projects');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  expect((await sent).body).toEqual({ name: 'Analytical engine', description: 'Weaves patterns', status: 'paused' });
  await page.getByText('Project created successfully').waitFor();
  // There is nothing else to look at: the first one is opened.
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
  await page.getByRole('heading', { name: 'Analytical engine', level: 1 }).waitFor();
  await page.getByRole('main').getByText('Paused').waitFor();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Total Projects\s+1\b/);
});

test('shows each project, accessible and on a phone; searches name and description, whatever the case', async () => {
  const page = await openWith([...someProjects, { name: 'W'.repeat(100), description: 'd'.repeat(500) }]);
  await cardOf(page, 'Loom').waitFor();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);

  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await page.getByText('Manage your development projects').waitFor();
  expect(await page.title()).toBe('Projects · Countersign');

  const engine = cardOf(page, 'Analytical engine');
  await engine.getByText('Weaves algebraical patterns').waitFor();
  await engine.getByText('0 repositories').waitFor();
  await engine.getByText(/Created \w{3} \d+, \d{4}/).waitFor();
  await engine.getByText('Active').waitFor();
  await cardOf(page, 'Loom').getByText('No description provided').waitFor();
  await cardOf(page, 'Archive').getByText('On ice', { exact: true }).waitFor();

  const search = page.getByPlaceholder('Search projects...');
  await search.fill('LOOM');
  await expectShown(page, ['Loom']);
  await search.fill('Algebraical');
  await expectShown(page, ['Analytical engine']);
  await search.fill('nothing like it');
  await page.getByText('No projects found').waitFor();
  await page.getByText('Try adjusting your search terms').waitFor();
  await search.fill('');
  await expectShown(page, ['W'.repeat(100), 'Loom', 'Archive', 'Analytical engine']);
});

test('keeps what was typed when a project could not be created; the new one is the first, and its toast opens it', async () => {
  const page = await openWith(someProjects);
  const mend = await breakCalls(page, 'POST', '/api/projects');
  await page.getByRole('button', { name: 'New Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Name').fill('Difference engine');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await page.getByText('Failed to create project').waitFor();
  await dialog.getByRole('alert').getByText('The server could not be reached').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Difference engine');

  await mend();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(page.getByRole('button', { name: 'New Project' })), 'focus is back').toBe(true);
  await page.keyboard.press('Enter');
  expect(await dialog.getByLabel('Name').inputValue(), 'still there after closing').toBe('Difference engine');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByText('Project created successfully').waitFor();
  await cardOf(page, 'Difference engine').waitFor();
  // It is the first of the list and focused, and its toast opens it.
  await until('the new project to have the focus', () => hasFocus(cards(page).first().getByRole('link')));
  await expectShown(page, ['Difference engine', 'Loom', 'Archive', 'Analytical engine']);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
  await page.getByRole('heading', { name: 'Difference engine', level: 1 }).waitFor();
  await page.goBack();

  await cardOf(page, 'Analytical engine').click();
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
});

const someProjects: CreateProject[] = [
  { name: 'Analytical engine', description: 'Weaves algebraical patterns' },
  { name: 'Archive', status: 'on ice' },
  { name: 'Loom' },
];

/** A user with these projects, the last of them newest, and the list of them open. */
async function openWith(projects: CreateProject[]): Promise<Page> {
  const user = await newUser('projects');
  for (const body of projects) await user.api.call(routes.postProject, { body });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/projects');
  return page;
}

const cards = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Projects' }).getByRole('listitem');
const cardOf = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('link', { name, exact: true }) });

async function expectShown(page: Page, names: string[]): Promise<void> {
  await expect.poll(() => cards(page).getByRole('heading').allInnerTexts()).toEqual(names);
}
