import { routes } from '@countersign/contract';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE, useBrowser } from './support/browser.ts';
import { cardOf, counter, leftOf, openSwipe, rejectDialog, settled } from './support/swipe.ts';
import { dragByMouse, dragByTouch } from './support/drag.ts';
import { hasFocus } from './support/has-focus.ts';
import { readToEnd } from './support/read.ts';
import { until } from './support/until.ts';

const browser = useBrowser();
const phone = { hasTouch: true, isMobile: true, viewport: PHONE };
/** Waits until the card has swung back to where it was. */
async function comesHome(card: Locator, home: number): Promise<void> {
  let stillFor = 0;
  let left = home;
  const isStill = async () => {
    left = await leftOf(card);
    stillFor = Math.abs(left - home) < 1 ? stillFor + 1 : 0;
    return stillFor >= 3;
  };
  await until(`the card to be back at ${home}`, isStill, { seen: () => left });
}

describe.each([
  { by: 'mouse', drag: dragByMouse, options: {} },
  { by: 'mouse, without motion', drag: dragByMouse, options: { reducedMotion: 'reduce' } as const },
  { by: 'touch', drag: dragByTouch, options: phone },
])('by $by', ({ drag, options }) => {
  test('151 px to the left asks for the reason, to the right approves and moves on; 140 px snaps back', async () => {
    const titles = ['Alpha', 'Beta', 'Gamma', 'Delta'];
    const { page, user, pending, decisions } = await openSwipe(browser, { options, titles });
    const card = cardOf(page, 'Alpha');
    const home = await leftOf(card);

    await drag(page, card, -140);
    await comesHome(card, home);
    expect(await rejectDialog(page).isVisible(), 'a dialog after 140 px').toBe(false);
    await drag(page, card, 140);
    await comesHome(card, home);
    expect(decisions).toEqual([]);

    // Cancelled, the card is back; with a reason it is rejected.
    await drag(page, card, -151);
    await rejectDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await rejectDialog(page).waitFor({ state: 'hidden' });
    await comesHome(card, home);
    await counter(page, 1, 4);
    expect(decisions).toEqual([]);
    await drag(page, card, -151);
    await rejectDialog(page).getByLabel('Reason for rejection *').fill('  Not today  ');
    await rejectDialog(page).getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByText('Item has been rejected').waitFor();
    await counter(page, 1, 3);
    await cardOf(page, 'Beta').waitFor();
    const rejected = `reject ${pending[0]?.itemId} {"reason":"Not today"} "${pending[0]?.hash}"`;
    expect(decisions).toEqual([rejected]);
    const items = await user.api.call(routes.listTaskItems, { params: { id: pending[0]?.taskId ?? '' } });
    expect(items[0]).toMatchObject({ isApproved: false, rejectionReason: 'Not today' });

    await settled(page, 'Beta');
    await drag(page, cardOf(page, 'Beta'), 151);
    await counter(page, 1, 2);
    // Whoever swipes goes on swiping: the next card is expected.
    await drag(page, cardOf(page, 'Gamma'), 151);
    await counter(page, 1, 1);
    await page.getByText('Item has been approved successfully').waitFor();
    await cardOf(page, 'Delta').waitFor();
    const [, beta, gamma] = pending.map(({ itemId, hash }) => `approve ${itemId} {} "${hash}"`);
    expect(decisions).toEqual([rejected, beta, gamma]);
  });
});

test('Previous and Next go through the queue without deciding; after the last comes the first', async () => {
  const { page, decisions } = await openSwipe(browser);
  const [previous, next] = ['Previous', 'Next'].map((name) => page.getByRole('button', { name, exact: true })) as [
    Locator,
    Locator,
  ];
  expect(await previous.isDisabled(), 'Previous on the first').toBe(true);
  await next.click();
  await counter(page, 2, 3);
  await cardOf(page, 'Beta').waitFor();
  await next.click();
  await counter(page, 3, 3);
  expect(await next.isDisabled(), 'Next on the last').toBe(true);
  expect(decisions).toEqual([]);

  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await counter(page, 1, 2);
  await cardOf(page, 'Alpha').waitFor();
  await next.click();
  await previous.click();
  await counter(page, 1, 2);
  await page.getByText('Swipe left to reject • Swipe right to approve').waitFor();
});

test('by keyboard: the right arrow approves, the left one asks for the reason', async () => {
  const { page, decisions } = await openSwipe(browser);
  await page.keyboard.press('ArrowRight');
  await counter(page, 1, 2);
  await settled(page, 'Beta');
  await page.keyboard.press('ArrowLeft');
  const reason = rejectDialog(page).getByLabel('Reason for rejection *');
  await reason.waitFor();
  await page.keyboard.press('Escape');
  await rejectDialog(page).waitFor({ state: 'hidden' });
  expect(decisions).toHaveLength(1);
  await page.keyboard.press('ArrowLeft');
  await reason.fill('No');
  await rejectDialog(page).getByRole('button', { name: 'Reject', exact: true }).click();
  await counter(page, 1, 1);
  await settled(page, 'Gamma');
  await page.keyboard.press('ArrowRight');
  await page.getByText('All caught up!').waitFor();
  expect(decisions.map((decision) => decision.split(' ')[0])).toEqual(['approve', 'reject', 'approve']);
});

test('by keyboard after a load and on Next, but not while a dialog is open', async () => {
  const { page, user, pending, decisions } = await openSwipe(browser, { titles: ['Alpha', 'Beta', 'Gamma', 'Delta'] });
  await page.reload();
  await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
  await page.keyboard.press('ArrowRight');
  await counter(page, 1, 3);
  await page.getByRole('button', { name: 'Next' }).click();
  await counter(page, 2, 3);
  await page.keyboard.press('ArrowRight');
  await counter(page, 2, 2);
  await settled(page, 'Delta');

  await page.getByRole('button', { name: `Account ${user.email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await dialog.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  expect(await rejectDialog(page).count(), 'a dialog for the reason').toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await counter(page, 2, 2);
  expect(decisions.map((decision) => decision.split(' ')[1])).toEqual([pending[0]?.itemId, pending[2]?.itemId]);

  // The end of Next leaves the keyboard with the card.
  await page.getByRole('button', { name: 'Previous' }).click();
  await counter(page, 1, 2);
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await counter(page, 2, 2);
  await until('the card to have the focus', () => hasFocus(page.getByRole('group', { name: /^Pending approval:/ })));
});

test('a drag that ends on a link does not follow it; without a network it decides nothing; refused, its card takes its place again', async () => {
  const { page, decisions } = await openSwipe(browser);
  const card = cardOf(page, 'Alpha');
  const home = await leftOf(card);
  const link = page.getByRole('link', { name: 'Analytical engine' }).last();
  const box = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 5, { steps: 4 });
  await page.mouse.up();
  await counter(page, 1, 3);
  expect(new URL(page.url()).pathname).toBe('/approvals');

  await comesHome(card, home);
  const area = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(area.x + area.width / 2, area.y + 8);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width / 2 + 200, area.y + 8, { steps: 4 });
  await page.context().setOffline(true);
  await page.getByText('You are offline. Deciding needs the network.').waitFor();
  await page.mouse.up();
  await comesHome(card, home);
  await counter(page, 1, 3);
  expect(decisions).toEqual([]);

  await page.context().setOffline(false);
  await settled(page, 'Alpha');
  await page.route('**/approve', (route) => route.abort());
  await dragByMouse(page, cardOf(page, 'Alpha'), 200);
  await page.getByText('Failed to approve item').waitFor();
  await counter(page, 2, 3);
  await cardOf(page, 'Beta').waitFor();
  await page.unroute('**/approve');
  await page.getByRole('button', { name: 'Previous' }).click();
  await counter(page, 1, 3);
  await cardOf(page, 'Alpha').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await counter(page, 1, 2);
  expect(decisions).toHaveLength(2);
});

test('what is longer than a card carries is opened instead of approved, by a swipe or a tap', async () => {
  const { page, decisions } = await openSwipe(browser, {
    options: phone,
    titles: ['Alpha'],
    description: `${'ü'.repeat(15_000)} the very end`,
  });
  const dialog = page.getByRole('dialog', { name: 'Start this task?' });
  await page.getByRole('button', { name: 'Open complete content' }).tap();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await counter(page, 1, 1);
  await dragByTouch(page, cardOf(page, 'Alpha'), 160);
  await dialog.getByText('the very end').waitFor();
  expect(decisions).toEqual([]);
  await readToEnd(dialog);
  await dialog.getByRole('button', { name: 'Done' }).tap();
  await dialog.waitFor({ state: 'hidden' });
  await dragByTouch(page, cardOf(page, 'Alpha'), 160);
  await page.getByText('All caught up!').waitFor();
  expect(decisions).toHaveLength(1);
});
