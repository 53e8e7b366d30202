/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { refuseCalls } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { signIn } from './support/sign-in.ts';
import { tabTo } from './support/tab-to.ts';
import { tracesOf, untilKept } from './support/traces.ts';
import { until } from './support/until.ts';
import { newUser, type TestUser } from './support/user.ts';

// stack/by-invitation.ts shows that the server refuses; this is about what happens to the pages.
const browser = useBrowser();

const sentenceOf = (page: Page, user: TestUser) =>
  page.getByText(`This Countersign is by invitation only. Ask its owner to add ${user.email}.`, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a refused decision brings the page: no dialog, toast or error is left, nor anything that was kept', async () => {
  const user = await newUser('put-out');
  await newPending(user, ['Weave', 'Knit']);
  const page = await browser.open({ viewport: PHONE });
  await signIn(page, user);
  await page.goto('/approvals');
  await button(page, 'Approve').first().click();
  await page.getByText('Item has been approved successfully').waitFor();
  await untilKept(page, 'Knit');
  await button(page, 'Swipe Mode').click();
  // Until then the list's own Reject is there, which asks for no reason.
  await page.getByText('1 of 1 pending approvals').waitFor();
  await button(page, 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
  await dialog.getByLabel('Reason for rejection *').fill('No');

  await refuseCalls(page, user.email);
  const refused = page.waitForResponse((response) => response.url().endsWith('/reject'));
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await refused;
  await sentenceOf(page, user).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await expect.poll(() => page.title()).toBe('By invitation · Countersign');
  await until('the heading to have the focus', () => hasFocus(page.getByRole('heading', { level: 1 })));
  expect(await dialog.count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await tracesOf(page, ['Knit', 'Analytical engine'])).toEqual([]);
  expect(await page.getByText(/Failed|could not be|successfully/).allInnerTexts()).toEqual([]);
  await expectAccessibleEverywhere(page);

  // What the dialog blocked, scrolling and the keyboard, is free again.
  for (const name of ['Send verification email', 'Check again', 'Sign out', 'Delete account']) {
    await tabTo(page, button(page, name));
  }
  await button(page, 'Check again').press('Enter');
  await page.getByText('Not verified yet.').waitFor();
  expect(await hasFocus(button(page, 'Check again'))).toBe(true);
});

test('so does what is fetched because something changed elsewhere; let in again, the app is back without a reload', async () => {
  const user = await newUser('put-out');
  await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/projects');
  await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).waitFor();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const admit = await refuseCalls(page, user.email);
  await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  await sentenceOf(page, user).waitFor();

  await admit();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('main').getByRole('link', { name: 'Loom' }).waitFor();
  await until('the heading to have the focus', () => hasFocus(page.getByRole('heading', { name: 'Dashboard' })));
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
