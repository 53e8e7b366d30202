import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { breakCalls, nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { signIn } from './support/sign-in.ts';
import { tracesOf } from './support/traces.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('an account is deleted after asking, with everything in it', async () => {
  const user = await newUser('leaving');
  await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  const opener = page.getByRole('button', { name: `Account ${user.email}` });
  await opener.click();
  const account = page.getByRole('dialog', { name: 'Account' });
  await account.getByText(user.email).waitFor();
  await account.getByText('Your projects, tasks, repositories and containers are deleted with it.').waitFor();
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await account.waitFor({ state: 'detached' });
  await until('the focus to be back', () => hasFocus(opener));

  await page.keyboard.press('Enter');
  await account.getByRole('button', { name: 'Delete account' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await confirm.getByText('This cannot be undone.').waitFor();
  await until('Cancel to have the focus', () => hasFocus(confirm.getByRole('button', { name: 'Cancel' })));
  await expectAccessibleEverywhere(page);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await account.getByRole('button', { name: 'Delete account' }).click();

  const mend = await breakCalls(page, 'DELETE', '/api/account');
  await confirm.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('Failed to delete account').waitFor();
  await mend();
  const other = await page.context().newPage();
  await other.goto('/projects');
  await other.getByText('Analytical engine').first().waitFor();
  const sent = nextCall(page, 'DELETE /api/account');
  await confirm.getByRole('button', { name: 'Delete account' }).click();
  expect((await sent).body).toBeNull();
  await page.waitForURL('**/login');
  for (const tab of [page, other]) await tab.getByText('This account was deleted. To begin anew, sign up.').waitFor();
  await other.close();
  expect(await tracesOf(page, [user.uid, user.email, 'Analytical engine'])).toEqual([]);

  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  // At the provider it goes last, on a busy machine after the reply; until then its tokens are refused.
  await until('the account to be gone', async () => {
    await form.getByRole('button', { name: 'Sign In' }).click();
    const said = form.getByText(/^(No account with this email and password was found|Your session has expired)\./);
    await said.waitFor();
    return said.filter({ hasText: 'No account' }).isVisible();
  });

  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('No projects yet').waitFor();
});
