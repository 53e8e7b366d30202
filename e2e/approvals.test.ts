import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { pressWhenOn } from './support/press-when-on.ts';
import { settled } from './support/swipe.ts';
import { until } from './support/until.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();

/** The queue of a new user in whose project these tasks wait. */
async function openQueue(titles: readonly string[], description: string | null = 'Weave a pattern.') {
  const user = await newUser('queue');
  const pending = await newPending(user, titles, description);
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
  return { page, user, pending };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const itemsOf = (user: TestUser, id: string) => user.api.call(routes.listTaskItems, { params: { id } });

test('a card tells where from, what and how risky; Approve sends the hash that was seen', async () => {
  const { page, user, pending } = await openQueue(['Weave']);
  const [first] = pending;
  const card = page.getByRole('group', { name: 'Start this task?' });
  await card.getByText('Analytical engine › Weave').waitFor();
  await card.getByText('Weave a pattern.').waitFor();
  await card.getByText('Approval request').waitFor();
  await card.getByText('Low risk').waitFor();
  await card.getByText(/ago|just now/).waitFor();
  await expect.poll(() => page.title()).toBe('(1) Approvals · Countersign');
  await expectAccessibleEverywhere(page);

  const refreshed = nextCall(page, 'GET /api/approvals');
  const stats = nextCall(page, 'GET /api/dashboard/stats');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith(`/api/task-items/${first?.itemId}/approve`)),
    button(page, 'Approve').click(),
  ]);
  expect(sent.method()).toBe('POST');
  expect(sent.postData()).toBe('{}');
  expect(sent.headers()['if-match']).toBe(`"${first?.hash}"`);
  await page.getByText('Item has been approved successfully').waitFor();
  await page.getByText('All caught up!').waitFor();
  await page
    .getByText('No pending approvals at the moment. New items will appear here when they need your review.')
    .waitFor();
  await Promise.all([refreshed, stats]);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  expect(await itemsOf(user, first?.taskId ?? '')).toMatchObject([{ isApproved: true }]);
});

test('Reject in the list sends the fixed reason without asking; the keyboard goes on with the next card, and with the heading after the last', async () => {
  const { page, user, pending } = await openQueue(['Weave', 'Knit', 'Spin']);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith(`/api/task-items/${pending[0]?.itemId}/reject`)),
    button(page, 'Reject').first().click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ reason: 'Rejected from list view' });
  await page.getByText('Item has been rejected').waitFor();
  await page.getByText('Analytical engine › Weave').waitFor({ state: 'detached' });
  await page.getByText('Analytical engine › Knit').waitFor();
  expect(await itemsOf(user, pending[0]?.taskId ?? '')).toMatchObject([
    { isApproved: false, rejectionReason: 'Rejected from list view' },
  ]);

  await settled(page, 'Knit');
  await pressWhenOn(button(page, 'Approve').first());
  await page.getByText('Analytical engine › Knit').waitFor({ state: 'detached' });
  await until('the next card to have the focus', () =>
    hasFocus(page.getByRole('listitem').filter({ hasText: 'Spin' })),
  );
  await settled(page, 'Spin');
  await pressWhenOn(button(page, 'Approve'));
  await page.getByText('All caught up!').waitFor();
  await until('the heading to have the focus', () => hasFocus(page.getByRole('heading', { level: 1 })));
});

test('one at a time, with the dialog for the reason, and the empty page after it', async () => {
  const { page } = await openQueue(['Weave']);
  await button(page, 'Swipe Mode').click();
  await page.getByText('1 of 1 pending approvals').waitFor();
  await expectAccessibleEverywhere(page);

  await button(page, 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
  await dialog.getByText('Start this task?').waitFor();
  await dialog.getByText('Analytical engine › Weave').waitFor();
  await expectAccessibleEverywhere(page);
  await dialog.getByPlaceholder('Please provide a reason for rejecting this approval...').fill('   ');
  const reject = dialog.getByRole('button', { name: 'Reject', exact: true });
  expect(await reject.isDisabled(), 'Reject with a blank reason').toBe(true);

  await page.route('**/reject', async (route) => {
    await dialog.getByRole('button', { name: 'Rejecting...' }).waitFor();
    await route.fallback();
  });
  await dialog.getByLabel('Reason for rejection *').fill('No');
  await reject.click();
  await page.getByText('All caught up!').waitFor();
  await page.getByText('Item has been rejected').waitFor({ state: 'hidden' });
  await expectAccessibleEverywhere(page);
});
