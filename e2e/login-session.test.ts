import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { holdCalls } from './support/calls.ts';
import { deleteAccount, updateAccount } from './support/provider.ts';
import { signIn } from './support/sign-in.ts';
import { tracesOf } from './support/traces.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();

test('every page sends a signed-out visitor to the sign-in', async () => {
  const page = await browser.open();
  const id = 'V1StGXR8_Z5jdHi6B-myT';
  const guarded = ['/', '/projects', `/projects/${id}`, '/repositories', '/approvals', '/tasks', `/tasks/${id}`];
  for (const path of [...guarded, '/containers', `/containers/${id}`]) {
    await page.goto(path);
    await page.waitForURL('**/login');
  }
  await page.getByRole('button', { name: 'Sign in with Google' }).waitFor();
});

test('shows a spinner until it knows who is signed in', async () => {
  const page = await browser.open();
  const release = await holdCalls(page, '/api/config');
  await page.goto('/projects');
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
  expect(new URL(page.url()).pathname, 'nothing is decided yet').toBe('/projects');
  expect(await page.getByRole('heading').count(), 'nothing else is shown').toBe(0);
  release();
  await page.waitForURL('**/login');
});

test('signs out a user who is disabled while signed in', async () => {
  const { page, user } = await openDashboard();
  await updateAccount(user.uid, { disableUser: true });
  await expectSignedOut(page, user);

  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('This account has been disabled.').waitFor();
});

test('signs out a user whose session was revoked', async () => {
  const { page, user } = await openDashboard();
  await untilNextSecond();
  await updateAccount(user.uid, { validSince: String(Math.floor(Date.now() / 1000)) });
  await expectSignedOut(page, user);
});

test('signs out a user whose account was deleted', async () => {
  const { page, user } = await openDashboard();
  await deleteAccount(user.uid);
  await expectSignedOut(page, user);
});

test('tells a user whose session ended while no page was open', async () => {
  const { page, user } = await openDashboard();
  await page.goto('about:blank');
  await updateAccount(user.uid, { disableUser: true });
  await page.goto('/projects');
  await page.waitForURL('**/login');
  await page.getByText('Your session has ended. Sign in again.').waitFor();
});

test('tells nobody so who has signed out themselves, nor in another tab', async () => {
  const { page } = await openDashboard();
  const other = await page.context().newPage();
  await other.goto('/projects');
  await other.getByText('Analytical engine').first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await tab.waitForURL('**/login');
    await tab.getByRole('button', { name: 'Sign in with Google' }).waitFor();
    expect(await tab.getByText('Your session has ended').count()).toBe(0);
  }
});

async function openDashboard(): Promise<{ page: Page; user: TestUser }> {
  const user = await newUser('session');
  await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).waitFor();
  return { page, user };
}

/**
 * The next call is refused, which leads to the sign-in and removes what was kept. If the live listener is refused
 * first, the page is there before anything can be clicked.
 */
async function expectSignedOut(page: Page, user: TestUser): Promise<void> {
  const atLogin = page.waitForURL('**/login');
  await Promise.race([atLogin, page.getByRole('link', { name: 'All Tasks' }).click()]);
  await atLogin;
  await page.getByText('Your session has ended. Sign in again.').waitFor();
  expect(await tracesOf(page, [user.uid, user.email, 'Analytical engine'])).toEqual([]);
}

/** Tokens have whole seconds: one from the same second as a revocation would still count. */
const untilNextSecond = () => new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)));
