import { type CreateProject, routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { holdToasts } from './support/hold-toasts.ts';
import { signIn } from './support/sign-in.ts';
import { hasFocus } from './support/has-focus.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

// For what could not be loaded or created, see web/src/pages/projects/projects-page.test.tsx.
test('shows each project, accessible and on a phone; searches; a new one is the first, and its toast opens it', async () => {
  const page = await openWith([...someProjects, long]);
  await cardOf(page, 'Loom').waitFor();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);

  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await page.getByText('Manage your development projects').waitFor();
  await expect.poll(() => page.title()).toBe('Projects · Countersign');

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
  await search.fill('');
  await expectShown(page, [long.name, 'Loom', 'Archive', 'Analytical engine']);

  await page.getByRole('button', { name: 'New Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Name').fill('Difference engine');
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until('the focus to be back', () => hasFocus(page.getByRole('button', { name: 'New Project' })));
  await page.keyboard.press('Enter');
  expect(await dialog.getByLabel('Name').inputValue(), 'still there after closing').toBe('Difference engine');
  await holdToasts(page);
  await dialog.getByLabel('Name').press('Enter');
  await page.getByText('Project created successfully').waitFor();
  await cardOf(page, 'Difference engine').waitFor();
  // It is the first of the list and focused, and its toast opens it.
  await until('the new project to have the focus', () => hasFocus(cards(page).first().getByRole('link')));
  await expectShown(page, ['Difference engine', long.name, 'Loom', 'Archive', 'Analytical engine']);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
  await page.getByRole('heading', { name: 'Difference engine', level: 1 }).waitFor();
  await page.goBack();

  await cardOf(page, 'Analytical engine').click();
  await page.waitForURL(/\/projects\/[\w-]{21}$/);
});

const long = { name: 'W'.repeat(100), description: 'd'.repeat(500) };
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
