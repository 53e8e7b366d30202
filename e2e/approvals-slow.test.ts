import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { breakCalls, holdCalls } from './support/calls.ts';
import { hasFocus } from './support/has-focus.ts';
import { cardOf, counter, leftOf, openSwipe, rejectDialog, settled } from './support/swipe.ts';
import { until } from './support/until.ts';

const browser = useBrowser();

/** Swipe mode with the decision about the first card held back until `answer` is called; `refused`: it then fails. */
async function openSlow(verb: 'approve' | 'reject', { refused = false, titles = ['Alpha', 'Beta', 'Gamma'] } = {}) {
  const { page, pending } = await openSwipe(browser, { titles });
  const path = `/api/task-items/${pending[0]?.itemId}/${verb}`;
  const mend = refused ? await breakCalls(page, 'POST', path) : undefined;
  return { page, path, mend, answer: await holdCalls(page, path) };
}

/** Waits until the decided card has come to rest beyond the edge of the page; it must stay there. */
async function fliesOff(page: Awaited<ReturnType<typeof openSlow>>['page']): Promise<void> {
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

test('a card that was approved stays away while the server takes its time', async () => {
  const { page, answer } = await openSlow('approve');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await fliesOff(page);
  await counter(page, 1, 2);
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled(), 'Previous').toBe(true);
  answer();
  await page.getByText('Item has been approved successfully').waitFor();
  await page.locator('[inert]').waitFor({ state: 'detached' });
  await counter(page, 1, 2);
});

test('refused after it has left, the only card comes back and can be decided', async () => {
  const { page, path, mend, answer } = await openSlow('approve', { refused: true, titles: ['Alpha'] });
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

  // Answered at last, it is gone; there is nothing to press until the answer is there.
  await mend?.();
  const answerAgain = await holdCalls(page, path);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await fliesOff(page);
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  answerAgain();
  await page.getByText('All caught up!').waitFor();
});

test('a card that is refused leaves the one that is being worked on alone', async () => {
  const { page, answer } = await openSlow('approve', { refused: true });
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await settled(page, 'Beta');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const reason = rejectDialog(page).getByLabel('Reason for rejection *');
  await reason.fill('A long story');
  answer();
  await page.getByText('Failed to approve item').waitFor();
  // Behind the dialog, which hides it from the accessibility tree.
  await page.getByText('2 of 3 pending approvals').waitFor();
  expect(await reason.inputValue()).toBe('A long story');
  expect(await hasFocus(reason), 'the keyboard stays with the reason').toBe(true);
  await rejectDialog(page).getByText('Analytical engine › Beta').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Previous' }).click();
  await cardOf(page, 'Alpha').waitFor();
  expect(await leftOf(cardOf(page, 'Alpha')), 'in sight').toBeLessThan(1280);
});

test('a reason that is being typed survives a click beside the dialog, and a rejection on its way is not called off', async () => {
  const { page, answer } = await openSlow('reject');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = rejectDialog(page);
  await dialog.getByLabel('Reason for rejection *').fill('A long story');
  await page.mouse.click(5, 5);
  expect(await dialog.getByLabel('Reason for rejection *').inputValue()).toBe('A long story');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog.getByRole('button', { name: 'Rejecting...' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled(), 'Cancel').toBe(true);
  await page.keyboard.press('Escape');
  answer();
  await page.getByText('Item has been rejected').waitFor();
  await counter(page, 1, 2);
});
