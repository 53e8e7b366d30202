import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { breakCalls, holdCalls } from './support/calls.ts';
import { cardOf, counter, leftOf, openSwipe, rejectDialog, settled } from './support/swipe.ts';
import { until } from './support/until.ts';

const browser = useBrowser();

/** Swipe mode with one card, whose approval is held back until `answer` is called; it is then refused, or lost. */
async function openSlow(ending: 'refused' | 'lost') {
  const options = { reducedMotion: 'no-preference' } as const;
  const { page, pending } = await openSwipe(browser, { options, titles: ['Alpha'] });
  const path = `/api/task-items/${pending[0]?.itemId}/approve`;
  const refuse = async () => {
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500 }));
    return () => page.unroute(`**${path}`);
  };
  const mend = ending === 'lost' ? await breakCalls(page, 'POST', path) : await refuse();
  return { page, path, mend, answer: await holdCalls(page, path) };
}

const keptLine = (page: Page) => page.locator('summary', { hasText: '1 decision is kept here' });

/** Waits until the decided card has come to rest beyond the edge of the page, where it must stay. */
async function fliesOff(page: Page): Promise<void> {
  let before = Number.NaN;
  let stillFor = 0;
  const rests = async () => {
    const left = await leftOf(page.locator('[inert] [role=group]'));
    stillFor = left === before && left > 1280 ? stillFor + 1 : 0;
    before = left;
    return stillFor >= 5;
  };
  await until('the card to rest out of sight', rests, { seen: () => before });
}

test('refused after it has left, the only card comes back and can be decided', async () => {
  const { page, path, mend, answer } = await openSlow('refused');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await fliesOff(page);
  answer();
  await page.getByText('Failed to approve item').waitFor();
  await counter(page, 1, 1);
  await cardOf(page, 'Alpha').waitFor();
  await until('the card to be back in sight', async () => (await leftOf(cardOf(page, 'Alpha'))) < 1280);
  await settled(page, 'Alpha');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await rejectDialog(page).waitFor();
  await page.keyboard.press('Escape');
  await rejectDialog(page).waitFor({ state: 'hidden' });

  // Once answered, it is gone; until then there is nothing to press.
  await mend();
  const answerAgain = await holdCalls(page, path);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await fliesOff(page);
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  answerAgain();
  await page.getByText('All caught up!').waitFor();
});

test('without an answer it is said to have failed, kept, and sent again until the server has it', async () => {
  const { page, mend, answer } = await openSlow('lost');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await fliesOff(page);
  answer();
  await page.getByText('Failed to approve item', { exact: true }).waitFor();
  await keptLine(page).press('Enter');
  await page.getByText('Sent, no answer yet').waitFor();
  await page.getByText('Nothing else was waiting when last checked').waitFor();
  await mend();
  await page.getByText('“Alpha: Start this task?”, as you decided').waitFor();
  await page.getByText('1 decision is kept here').waitFor({ state: 'detached' });
});

test('what a page was sending when it crashed is kept by the next one, and sent again', async () => {
  // In a context of its own: the pages of another one share a process.
  const options = { serviceWorkers: 'block' } as const;
  const { page, pending } = await openSwipe(browser, { options, titles: ['Alpha'] });
  const path = `/api/task-items/${pending[0]?.itemId}/approve`;
  await holdCalls(page, path);
  const sent = page.waitForRequest(`**${path}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await sent;
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  // Whatever the machine took until here, it may be sent again at once: the answer waits until it was seen to be kept.
  const next = await page.context().newPage();
  const answer = await holdCalls(next, path);
  await page.close();
  await next.goto('/');
  await keptLine(next).press('Enter');
  await next.getByText('Sent, no answer yet').waitFor();
  answer();
  await next.getByText('“Alpha: Start this task?”, as you decided').waitFor();
  await next.getByText('1 decision is kept here').waitFor({ state: 'detached' });
});
