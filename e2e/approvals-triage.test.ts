/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessible } from './support/axe.ts';
import { DESKTOP, useBrowser } from './support/browser.ts';
import { hasFocus } from './support/has-focus.ts';
import { isInSight, SMALL_PHONE } from './support/phone-review.ts';
import { signIn } from './support/sign-in.ts';
import { settled } from './support/swipe.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const PHONE_OPTIONS = { viewport: SMALL_PHONE, hasTouch: true, isMobile: true };

/** A queue over two projects: three requests of the first, then those of the second. */
async function openQueue(others: string[], options = {}) {
  const user = await newUser('triage');
  const pending = [
    ...(await newPending(user, ['Weave', 'Knit', 'Spin'], null, 'Loom')),
    ...(others.length > 0 ? await newPending(user, others, null, 'Difference engine') : []),
  ];
  const page = await browser.open(options);
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByText('Loom › Weave').waitFor();
  return { page, user, pending };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox');
const origins = (page: Page) =>
  page.locator('li[data-id]').evaluateAll((entries) => entries.map((entry) => entry.querySelector('p')?.textContent));
const untilShown = (page: Page, expected: string[]) =>
  until(`${expected.join()} to be shown`, async () => (await origins(page)).join() === expected.join(), {
    seen: () => origins(page),
  });
const untilFocused = (target: ReturnType<Page['locator']>) =>
  until(`${target} to have the focus`, () => hasFocus(target));

test('on a phone: folded while little waits, filters that survive a reload, two decided after one sheet', async () => {
  const { page, user, pending } = await openQueue([], PHONE_OPTIONS);
  const first = page.locator('li[data-id]').first();
  expect(await search(page).count(), 'folded').toBe(0);
  const [heading, card] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    first.boundingBox(),
  ]);
  expect((card?.y ?? 0) - (heading?.y ?? 0), 'pixels from the heading to the first card').toBeLessThan(70);
  expect(await isInSight(first.getByRole('button', { name: 'Approve', exact: true }))).toBe(true);
  await expectAccessible(page);

  await button(page, 'Filter').tap();
  await search(page).fill('nit');
  await page.getByText('1 of 3 approvals shown').waitFor();
  await untilShown(page, ['Loom › Knit']);
  await page.getByLabel('Risk', { exact: true }).selectOption('low');
  await until('the address to say it', async () => new URL(page.url()).search === '?q=nit&risk=low');
  await page.reload();
  await page.getByText('1 of 3 approvals shown').waitFor();
  await untilShown(page, ['Loom › Knit']);
  await button(page, 'Clear Filters').tap();
  await untilShown(page, ['Loom › Weave', 'Loom › Knit', 'Loom › Spin']);

  await button(page, 'Filter').tap();
  await button(page, 'Select several').tap();
  // By key: what a card says is left goes once it was scrolled to, and moves what a finger would press.
  for (const task of ['Weave', 'Spin'])
    await page.getByRole('checkbox', { name: `Select Start this task? of ${task}` }).press('Space');
  await button(page, 'Review 2').tap();
  const sheet = page.getByRole('dialog', { name: 'Decide 2 start requests together' });
  const listed = sheet.getByRole('list', { name: 'Decided together' });
  await listed.getByText('Loom › Weave').waitFor();
  expect(await listed.getByText(/^Loom › /).allTextContents()).toEqual(['Loom › Weave', 'Loom › Spin']);
  await expectAccessible(page);
  const approve = sheet.getByRole('button', { name: 'Approve 2' });
  await until('both to be seen', async () => {
    await listed.getByText('Loom › Spin').evaluate((entry) => entry.closest('li')?.scrollIntoView({ block: 'end' }));
    return approve.isEnabled();
  });
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/approve')) sent.push(request.headers()['if-match']);
  });
  await approve.tap();
  await page.getByText('2 items have been approved successfully').waitFor();
  await untilShown(page, ['Loom › Knit']);
  expect(sent).toEqual([`"${pending[0]?.hash}"`, `"${pending[2]?.hash}"`]);
  await untilFocused(page.getByRole('heading', { level: 1 }));
  const decided = await Promise.all(
    pending.map(({ taskId }) => user.api.call(routes.listTaskItems, { params: { id: taskId } })),
  );
  expect(decided.map(([item]) => item?.isApproved)).toEqual([true, null, true]);
});

test('on a desktop, by keys alone: the list of keys, search, the next card, decisions, and anywhere', async () => {
  const { page, user, pending } = await openQueue(['Compute', 'Print'], { viewport: DESKTOP });
  const { keyboard } = page;
  const entry = (title: string) => page.locator('li[data-id]').filter({ hasText: `› ${title}` });
  await page.getByText('5 pending approvals').waitFor();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // They load after the page.
  await until('the keys to be heard', async () => {
    await keyboard.press('?');
    return keys.isVisible();
  });
  await keys.getByText('Go anywhere').waitFor();
  await expectAccessible(page);
  await keyboard.press('j');
  await keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  expect(await page.locator('li:focus').count(), 'cards that a key below the dialog reached').toBe(0);

  await keyboard.press('/');
  await untilFocused(search(page));
  await keyboard.type('jar');
  await page.getByText('0 of 5 approvals shown').waitFor();
  await keyboard.press('Control+A');
  await keyboard.type('difference');
  await untilShown(page, ['Difference engine › Compute', 'Difference engine › Print']);
  await button(page, 'Clear Filters').last().click();
  await untilShown(page, [
    'Loom › Weave',
    'Loom › Knit',
    'Loom › Spin',
    'Difference engine › Compute',
    'Difference engine › Print',
  ]);

  await settled(page, 'Weave');
  await keyboard.press('j');
  await untilFocused(entry('Weave'));
  await keyboard.press('j');
  await untilFocused(entry('Knit'));
  await keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: 'Start this task?' });
  await opened.waitFor();
  await keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await untilFocused(entry('Knit'));
  await keyboard.press('r');
  const reject = page.getByRole('dialog', { name: 'Reject Approval' });
  await untilFocused(reject.getByLabel('Reason for rejection *'));
  await keyboard.type('jar');
  await keyboard.press('Escape');
  await reject.waitFor({ state: 'detached' });
  await untilFocused(entry('Knit'));
  await keyboard.press('a');
  await page.getByText('Item has been approved successfully').waitFor();
  await untilFocused(entry('Spin'));
  expect(await user.api.call(routes.listTaskItems, { params: { id: pending[1]?.taskId ?? '' } })).toMatchObject([
    { isApproved: true },
  ]);

  await keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go anywhere' });
  await untilFocused(palette.getByRole('combobox'));
  await keyboard.type('compute task');
  await palette.getByRole('option', { name: /^Compute Task/, selected: true }).waitFor();
  await expectAccessible(page);
  await keyboard.press('Enter');
  await page.waitForURL(`**/tasks/${pending[3]?.taskId}`);
  await page.getByRole('heading', { name: 'Compute', level: 1 }).waitFor();

  await button(page, /^Account/).click();
  await page.getByLabel('Name in commits').waitFor();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keyboard.press('?');
  await keyboard.press('Control+k');
  await palette.waitFor();
  expect(await keys.count(), 'lists of keys').toBe(0);
});
