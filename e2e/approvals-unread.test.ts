/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { openSwipe, settled } from './support/swipe.ts';

const browser = useBrowser();

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).first();

/** Presses what has come under the pointer as soon as a card is gone, as somebody does who was about to press that one. */
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

describe.each(['swipe mode', 'the list'])('in %s', (mode) => {
  const open = async () => {
    const queue = await openSwipe(browser);
    if (mode === 'the list') {
      await queue.page.getByRole('button', { name: 'List View' }).click();
      await queue.page.getByRole('list', { name: 'Pending approvals' }).waitFor();
    }
    return { ...queue, itemIds: queue.pending.map(({ itemId }) => itemId) };
  };
  const idsOf = (decisions: string[]) => decisions.map((decision) => decision.split(' ')[1]);

  test('neither a double click nor a press for a card that was decided elsewhere decides the next one', async () => {
    const { page, user, decisions, pending, itemIds } = await open();
    await approve(page).dblclick();
    await page.getByText('Analytical engine › Alpha').waitFor({ state: 'detached' });
    await settled(page, 'Beta');
    expect(idsOf(decisions)).toEqual(itemIds.slice(0, 1));

    await pressWhenGone(page, 'Beta');
    await user.api.call(routes.approveTaskItem, { params: { id: pending[1]?.itemId ?? '' }, body: {} });
    await page.locator('body[data-pressed="Approve"]').waitFor();
    await settled(page, 'Gamma');
    expect(idsOf(decisions)).toEqual(itemIds.slice(0, 1));
    await approve(page).click();
    await page.getByText('Analytical engine › Gamma').waitFor({ state: 'detached' });
    expect(idsOf(decisions)).toEqual([itemIds[0], itemIds[2]]);
  });
});

test('an arrow key that is pressed twice decides one card', async () => {
  const { page, decisions } = await openSwipe(browser);
  await page.evaluate(async () => {
    const press = () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    press();
    await new Promise(requestAnimationFrame);
    press();
  });
  await settled(page, 'Beta');
  expect(decisions).toHaveLength(1);
});
