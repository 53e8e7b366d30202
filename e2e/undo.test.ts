import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { cardOf, counter, openSwipe, rejectDialog, settled } from './support/swipe.ts';
import { until } from './support/until.ts';

const browser = useBrowser();

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).click();
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' });
/** The longest setting, since this machine may be busy. */
const holdLong = (page: Page) =>
  page.evaluate(() => localStorage.setItem('countersign.device', JSON.stringify({ undoSeconds: 10 })));

/** In the page. */
const isListening = () => Object.keys(sessionStorage).some((key) => key.startsWith('countersign.live.'));

test('what was swiped is undone beside the toast, by the key, or on another device; a closed page loses nothing', async () => {
  const { page, user, pending, decisions } = await openSwipe(browser);
  const [alpha = '', beta = ''] = pending.map(({ itemId }) => itemId);
  const read = (id: string) => user.api.call(routes.getTaskItem, { params: { id } });
  await holdLong(page);

  await approve(page);
  await page.getByText('Item has been approved successfully').waitFor();
  await counter(page, 1, 2);
  expect(await read(alpha)).toMatchObject({ isApproved: true, grant: 'unused' });
  await undoButton(page).click();
  await page.getByText('The request is waiting for you again').waitFor();
  await counter(page, 1, 3);
  await cardOf(page, 'Alpha').waitFor();
  await settled(page, 'Alpha');
  expect(await read(alpha)).toMatchObject({ isApproved: null, releaseAt: null });

  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await rejectDialog(page).getByLabel('Reason for rejection *').fill('Not today');
  await rejectDialog(page).getByRole('button', { name: 'Reject', exact: true }).click();
  await undoButton(page).waitFor();
  await page.keyboard.press('u');
  await counter(page, 1, 3);
  expect(await read(alpha)).toMatchObject({ isApproved: null, rejectionReason: null });

  const other = await browser.open();
  await signIn(other, user);
  await other.goto('/approvals');
  await other.getByText('Beta').first().waitFor();
  await until('the other device to listen', () => other.evaluate(isListening));
  await page.getByRole('button', { name: 'Next' }).click();
  await settled(page, 'Beta');
  await approve(page);
  await other.getByText('on another device').waitFor();
  await undoButton(other).click();
  await other.getByText('Beta').first().waitFor();
  // By now the person here is at the next card.
  await counter(page, 3, 3);
  expect(await read(beta)).toMatchObject({ isApproved: null });

  await page.getByRole('button', { name: 'Previous' }).click();
  await settled(page, 'Beta');
  // The previous toast may still be there.
  const stored = page.waitForResponse((response) => response.url().endsWith(`${beta}/approve`));
  await approve(page);
  await stored;
  await page.close();
  expect(await read(beta)).toMatchObject({ isApproved: true });
  expect(decisions.filter((decision) => decision.startsWith('approve'))).toHaveLength(3);
});
