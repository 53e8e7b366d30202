import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { expectAccessible } from './support/axe.ts';
import { useBrowser } from './support/browser.ts';
import { readToEnd } from './support/read.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, nextCall } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { settled } from './support/swipe.ts';
import { untilKept } from './support/traces.ts';
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
  expect(await page.title()).toBe('(1) Approvals · Countersign');

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
  await button(page, 'Approve').first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Analytical engine › Knit').waitFor({ state: 'detached' });
  await until('the next card to have the focus', () =>
    hasFocus(page.getByRole('listitem').filter({ hasText: 'Spin' })),
  );
  await settled(page, 'Spin');
  await button(page, 'Approve').focus();
  await page.keyboard.press('Enter');
  await page.getByText('All caught up!').waitFor();
  await until('the heading to have the focus', () => hasFocus(page.getByRole('heading', { level: 1 })));
});

test('whoever comes second is told who won, and the list is refreshed', async () => {
  const { page, user, pending } = await openQueue(['Weave']);
  const [first] = pending;
  // Live updates would take the card away before anybody could press its button.
  await page.route('**/google.firestore.v1.Firestore/**', (route) => route.abort());
  await page.reload();
  await button(page, 'Approve').waitFor();
  await user.api.call(routes.rejectTaskItem, { params: { id: first?.itemId ?? '' }, body: { reason: 'Too late' } });
  await button(page, 'Approve').click();
  await page.getByText('Failed to approve item. It was already rejected: “Too late”.').waitFor();
  await page.getByText('All caught up!').waitFor();
});

test('what is longer than a list carries must be opened before it can be approved', async () => {
  // 20 KiB in bytes, not in characters.
  const { page } = await openQueue(['Weave'], `${'ü'.repeat(15_000)} the very end`);
  await page.getByText('Open the complete content before you approve.').waitFor();
  expect(await button(page, 'Approve').isDisabled(), 'Approve before it was opened').toBe(true);
  expect(await button(page, 'Reject').isEnabled()).toBe(true);
  await button(page, 'Open complete content').click();
  const dialog = page.getByRole('dialog', { name: 'Start this task?' });
  await dialog.getByText('the very end').waitFor();
  await expectAccessibleEverywhere(page);
  expect(await button(page, 'Approve').isDisabled(), 'Approve before it was read').toBe(true);
  await readToEnd(dialog);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await button(page, 'Approve').click();
  await page.getByText('Item has been approved successfully').waitFor();
});

test('a spinner while loading, and an error to try again; what was kept is decided about when it has been fetched anew', async () => {
  const user = await newUser('queue');
  await newPending(user, ['Weave']);
  const page = await browser.open();
  const mend = await breakCalls(page, 'GET', '/api/approvals');
  await signIn(page, user);
  const release = await holdCalls(page, '/api/approvals');
  await page.goto('/approvals');
  await page.getByRole('status').filter({ hasText: 'Loading approvals' }).waitFor();
  release();
  await page.getByText('Failed to load approvals').waitFor();
  await expectAccessible(page);
  await mend();
  await button(page, 'Try again').click();
  await page.getByText('Analytical engine › Weave').waitFor();

  await untilKept(page, 'Weave');
  const arrive = await holdCalls(page, '/api/approvals');
  await page.reload();
  await page.getByText('Loading the content').waitFor();
  await page.getByText('This is what was last seen. The latest is being fetched.').waitFor();
  expect(await button(page, 'Approve').isDisabled()).toBe(true);
  expect(await button(page, 'Reject').isDisabled()).toBe(true);
  arrive();
  await page.getByText('The latest is being fetched').waitFor({ state: 'detached' });
  expect(await page.getByText('Loading the content').count()).toBe(0);
  await button(page, 'Approve').click();
  await page.getByText('All caught up!').waitFor();
});

test('a failure keeps the card and says so; a refresh that fails can be tried again; off line nothing can be decided', async () => {
  const { page } = await openQueue(['Weave', 'Knit']);
  await page.route('**/api/task-items/**', (route) => route.abort());
  await button(page, 'Approve').first().click();
  await page.getByText('Failed to approve item').waitFor();
  await button(page, 'Reject').first().click();
  await page.getByText('Failed to reject item').waitFor();
  await page.getByText('Analytical engine › Weave').waitFor();
  await page.unroute('**/api/task-items/**');

  const mend = await breakCalls(page, 'GET', '/api/approvals');
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The list could not be refreshed and may have changed.' });
  await alert.waitFor();
  await page.getByText('Analytical engine › Weave').waitFor();
  await expectAccessibleEverywhere(page);
  await mend();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.getByText('Analytical engine › Weave').waitFor();

  await page.context().setOffline(true);
  await page.getByText('You are offline. Deciding needs the network.').first().waitFor();
  expect(await button(page, 'Approve').first().isDisabled()).toBe(true);
  expect(await button(page, 'Reject').first().isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await button(page, 'Approve').first().click();
  await page.getByText('Item has been approved successfully').waitFor();
  await page.getByText('Analytical engine › Weave').waitFor({ state: 'detached' });
  await settled(page, 'Knit');
});

test('accessible at both widths, light and dark: list, swipe mode, dialog, empty', { timeout: 120_000 }, async () => {
  const { page } = await openQueue(['Weave']);
  await button(page, 'Approve').waitFor();
  await expectAccessibleEverywhere(page);
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
