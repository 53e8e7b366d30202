/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { openSwipe, settled } from './support/swipe.ts';

const browser = useBrowser();

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).first();

/** Presses what has moved under the pointer as soon as a card is gone, as if about to press that card. */
async function pressWhenGone(page: Page, title: string): Promise<void> {
  const box = await approve(page).boundingBox();
  if (!box) throw new Error('Expected a button to press');
  await page.evaluate(
    ({ title, x, y }) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('main')?.textContent?.includes(title)) return;
        observer.disconnect();
        const click = new MouseEvent('click', { bubbles: true, detail: 1 });
        const pressed = document.elementFromPoint(x, y)?.closest('button');
        pressed?.dispatchEvent(click);
        document.body.dataset.pressed = pressed?.textContent ?? 'nothing';
      });
      observer.observe(document.body, { childList: true, subtree: true });
    },
    { title, x: box.x + box.width / 2, y: box.y + box.height / 2 },
  );
}

const idsOf = (decisions: string[]) => decisions.map((decision) => decision.split(' ')[1]);

// In swipe mode: web/src/features/approvals/swipe/swipe-mode.test.tsx.
test('neither a double click nor a press for a card that was decided elsewhere decides the next one', async () => {
  const { page, user, decisions, pending } = await openSwipe(browser);
  await page.getByRole('button', { name: 'List View' }).click();
  await page.getByRole('list', { name: 'Pending approvals' }).waitFor();
  const itemIds = pending.map(({ itemId }) => itemId);
  await approve(page).dblclick();
  await page.getByText('Analytical engine › Alpha').waitFor({ state: 'detached' });
  await settled(page, 'Beta');
  expect(idsOf(decisions)).toEqual(itemIds.slice(0, 1));

  await pressWhenGone(page, 'Beta');
  await user.api.call(routes.approveTaskItem, { params: { id: pending[1]?.itemId ?? '' }, body: {}, ifMatch: null });
  await page.locator('body[data-pressed="Approve"]').waitFor();
  await settled(page, 'Gamma');
  expect(idsOf(decisions)).toEqual(itemIds.slice(0, 1));
  await approve(page).click();
  await page.getByText('Analytical engine › Gamma').waitFor({ state: 'detached' });
  expect(idsOf(decisions)).toEqual([itemIds[0], itemIds[2]]);
});
