import { type CreateRepository, type Repository, routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

// For failures to load, add, store or delete, and error messages, see
// web/src/pages/repositories/repositories-page.test.tsx.
test('adds one, stores its token, fits a phone; deletes one after asking and goes on with the next', async () => {
  const long = { owner: 'o'.repeat(39), name: 'n'.repeat(100), description: 'd'.repeat(500) };
  const { page, repositories } = await openWith([
    { ...long, url: `https://github.com/${long.owner}/${long.name}`, isPrivate: true },
  ]);
  await page.getByRole('button', { name: 'Add Repository' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add GitHub Repository' });
  await adding.getByLabel('Repository URL').fill('https://github.com/acme/hello-world.git');
  await expectAccessibleEverywhere(page);
  await adding.getByRole('button', { name: 'Add Repository' }).click();
  await page.getByText('GitHub repository has been added successfully.').waitFor();
  const card = cardOf(page, 'hello-world');
  await card.getByText('acme', { exact: true }).waitFor();
  const link = card.getByRole('link', { name: /^View on GitHub/ });
  await expect.poll(() => link.getAttribute('href')).toBe(`${stack.gitUrl}/acme/hello-world`);
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);

  await page.getByRole('button', { name: 'Set up authentication of acme/hello-world' }).click();
  const dialog = page.getByRole('dialog', { name: 'GitHub Authentication' });
  await dialog.getByLabel('Personal access token').fill(stack.githubToken);
  await dialog.getByLabel('Private Repository').press('Space');
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('GitHub authentication has been configured successfully.').waitFor();
  await card.getByText('Private', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Update authentication of acme\/hello-world/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Update authentication of acme\/hello-world/ }).waitFor();

  await page.getByRole('button', { name: 'Delete acme/hello-world' }).press('Enter');
  const confirm = page.getByRole('alertdialog', { name: 'Delete repository?' });
  await expectAccessibleEverywhere(page);
  await confirm.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('Repository has been removed successfully.').waitFor();
  await until('the next card to have the focus', () =>
    hasFocus(page.getByRole('listitem').filter({ hasText: `View on GitHub: ${long.owner}/${long.name}` })),
  );
  const sent = nextCall(page, `DELETE /api/repositories/${repositories[0]?.id}`);
  await page.getByRole('button', { name: `Delete ${long.owner}/${long.name}` }).press('Enter');
  await confirm.getByRole('button', { name: 'Delete' }).press('Enter');
  expect((await sent).body).toBeNull();
  await page.getByText('No repositories yet').waitFor();
});

/** A user with these repositories, the last of them newest, and a page open. */
async function openWith(bodies: CreateRepository[]): Promise<{ page: Page; repositories: Repository[] }> {
  const user = await newUser('repositories');
  const repositories: Repository[] = [];
  for (const body of bodies) repositories.push(await user.api.call(routes.postRepository, { body }));
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/repositories');
  return { page, repositories };
}

const cardOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
