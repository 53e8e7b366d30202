import { type CreateRepository, type Repository, routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('shows placeholders, then an error to try again; none at first; adds one whose owner and name it takes from the address', async () => {
  const { page } = await openWith([], '/tasks');
  const mend = await breakCalls(page, 'GET', '/api/repositories');
  const release = await holdCalls(page, '/api/repositories');
  await page.getByRole('link', { name: 'Repositories' }).click();
  await page.getByTestId('repository-skeleton').first().waitFor();
  release();
  await page.getByText('Repositories could not be loaded').waitFor();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByRole('heading', { name: 'Repositories', level: 1 }).waitFor();
  expect(await page.title()).toBe('Repositories · Countersign');
  await page.getByText('No repositories yet').waitFor();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Add Repository' }).first().click();

  const dialog = page.getByRole('dialog', { name: 'Add GitHub Repository' });
  await dialog.getByLabel('Repository URL').fill('https://example.com/acme/hello');
  await dialog.getByRole('button', { name: 'Add Repository' }).click();
  await dialog.getByText('Enter a GitHub address like https://github.com/owner/name').waitFor();
  await dialog.getByText('Name is required').waitFor();
  await expectAccessibleEverywhere(page);

  const url = 'https://github.com/acme/hello-world.git';
  await dialog.getByLabel('Repository URL').fill(url);
  expect(await dialog.getByLabel('Owner').inputValue()).toBe('acme');
  expect(await dialog.getByLabel('Name').inputValue(), '.git is dropped').toBe('hello-world');
  await dialog.getByLabel('Description').fill('Says hello');
  const mendAdding = await breakCalls(page, 'POST', '/api/repositories');
  await dialog.getByRole('button', { name: 'Add Repository' }).click();
  await page.getByText('Failed to create repository. Please check the URL and try again.').waitFor();
  expect(await dialog.getByLabel('Repository URL').inputValue(), 'what was typed is kept').toBe(url);
  await mendAdding();
  const sent = nextCall(page, 'POST /api/repositories');
  await dialog.getByRole('button', { name: 'Add Repository' }).click();
  expect((await sent).body).toEqual({ name: 'hello-world', owner: 'acme', url, description: 'Says hello' });
  await page.getByText('Repository created').waitFor();
  await page.getByText('GitHub repository has been added successfully.').waitFor();

  const card = cardOf(page, 'hello-world');
  await card.getByText('acme', { exact: true }).waitFor();
  await card.getByText('Says hello').waitFor();
  const link = card.getByRole('link', { name: /^View on GitHub/ });
  expect(await link.getAttribute('href')).toBe('https://github.com/acme/hello-world');
});

test('stores a token unless it is refused, tells by its icon that one is stored, keeps it, and removes it', async () => {
  const { page, repositories } = await openWith([helloWorld]);
  const path = `/api/repositories/${repositories[0]?.id}/auth`;
  const dialog = page.getByRole('dialog', { name: 'GitHub Authentication' });
  const save = dialog.getByRole('button', { name: 'Save' });
  const none = page.getByRole('button', { name: 'Set up authentication of acme/hello-world' });
  const iconBefore = await none.innerHTML();

  await none.click();
  const field = dialog.getByLabel('Personal access token');
  expect(await field.getAttribute('type'), 'masked').toBe('password');
  await field.fill('not a token');
  await save.click();
  await dialog.getByText('This does not look like a GitHub token').waitFor();
  await expectAccessibleEverywhere(page);
  await field.fill(`ghp_${'x'.repeat(36)}`);
  await save.click();
  await page.getByText('Failed to update authentication. Please check your token.').waitFor();
  await field.fill(stack.githubToken);
  await dialog.getByLabel('Private Repository').check();
  const stored = nextCall(page, `PUT ${path}`);
  await save.click();
  expect((await stored).body).toEqual({ githubToken: stack.githubToken, isPrivate: true });
  await page.getByText('Authentication updated').waitFor();
  await page.getByText('GitHub authentication has been configured successfully.').waitFor();
  await cardOf(page, 'hello-world').getByText('Private', { exact: true }).waitFor();

  const has = page.getByRole('button', { name: /^Update authentication of acme\/hello-world/ });
  expect(await has.innerHTML(), 'another icon').not.toBe(iconBefore);
  await has.click();
  await dialog.getByText('A token is stored. Leave this empty to keep it.').waitFor();
  expect(await field.inputValue(), 'the stored token never comes back').toBe('');
  const kept = nextCall(page, `PUT ${path}`);
  await save.click();
  expect((await kept).body).toEqual({ githubToken: '', isPrivate: true });
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(has), 'focus is back').toBe(true);

  await has.click();
  await dialog.getByLabel('Remove the stored token').check();
  const removed = nextCall(page, `PUT ${path}`);
  await save.click();
  expect((await removed).body).toEqual({ githubToken: null, isPrivate: true });
  await none.waitFor();
});

test('is accessible with its cards, fits a phone; deletes one after asking, says when it could not, and goes on with the next', async () => {
  const long = { owner: 'o'.repeat(39), name: 'n'.repeat(100), description: 'd'.repeat(500) };
  const url = `https://github.com/${long.owner}/${long.name}`;
  const { page, repositories } = await openWith([{ ...long, url, isPrivate: true }, helloWorld]);
  await cardOf(page, 'hello-world').waitFor();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);

  const mend = await breakCalls(page, 'DELETE', `/api/repositories/${repositories[1]?.id}`);
  await page.getByRole('button', { name: 'Delete acme/hello-world' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete repository?' });
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Failed to delete repository.').waitFor();
  await mend();
  const sent = nextCall(page, `DELETE /api/repositories/${repositories[1]?.id}`);
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  expect((await sent).body).toBeNull();
  await page.getByText('Repository deleted').waitFor();
  await page.getByText('Repository has been removed successfully.').waitFor();
  await until('the next card to have the focus', () =>
    hasFocus(page.getByRole('listitem').filter({ hasText: `View on GitHub: ${long.owner}/${long.name}` })),
  );
  await page.getByRole('button', { name: `Delete ${long.owner}/${long.name}` }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('No repositories yet').waitFor();
});

const helloWorld = { owner: 'acme', name: 'hello-world', url: 'https://github.com/acme/hello-world' };

/** A user with these repositories, the last of them newest, and a page open. */
async function openWith(
  bodies: CreateRepository[],
  path = '/repositories',
): Promise<{ page: Page; repositories: Repository[] }> {
  const user = await newUser('repositories');
  const repositories: Repository[] = [];
  for (const body of bodies) repositories.push(await user.api.call(routes.postRepository, { body }));
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(path);
  return { page, repositories };
}

const cardOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
