import { routes } from '@countersign/contract';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, useBrowser } from './support/browser.ts';
import { cardOf, counter, leftOf, openSwipe, rejectDialog, settled } from './support/swipe.ts';
import { goOnline } from './support/go-online.ts';
import { dragByMouse, dragByTouch } from './support/drag.ts';
import { until } from './support/until.ts';

const browser = useBrowser();
const phone = { hasTouch: true, isMobile: true, viewport: PHONE };
/** Waits until the card has swung back to its place. */
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

/** In the page: it is fetched when the browser is idle, and could not be without a network. */
const hasBanner = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/kept-decisions-banner-'));

// A mouse without motion, a finger with the card flying.
test.each([
  { by: 'mouse', drag: dragByMouse, options: {} },
  { by: 'touch', drag: dragByTouch, options: { ...phone, reducedMotion: 'no-preference' } as const },
])(
  'by $by: 151 px to the left asks for the reason, to the right approves and moves on; 140 px snaps back',
  async ({ drag, options }) => {
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

    // After Cancel the card is back; with a reason it is rejected.
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
    await expect.poll(() => decisions).toEqual([rejected, beta, gamma]);
  },
);

test('a drag that ends on a link does not follow it; without a network its decision is kept, and can be taken back; refused, its card takes its place again', async () => {
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
  await until('the banner of kept decisions to have arrived', () => page.evaluate(hasBanner));
  await page.context().setOffline(true);
  await page.getByText('You are offline. A decision is kept here').waitFor();
  await page.mouse.up();
  await counter(page, 1, 2);
  await page.locator('summary', { hasText: '1 decision is kept here' }).press('Enter');
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByText(/of 3 pending approvals/).waitFor();
  expect(decisions).toEqual([]);

  await goOnline(page);
  await page.getByRole('button', { name: 'Previous' }).click();
  await counter(page, 1, 3);
  await settled(page, 'Alpha');
  await page.route('**/approve', (route) => route.fulfill({ status: 500 }));
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
  await expect.poll(() => decisions).toHaveLength(2);
});
