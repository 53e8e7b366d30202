import type { Locator, Page } from 'playwright-core';

type Drag = (page: Page, card: Locator, pixels: number) => Promise<void>;

/** Where a drag begins: on the card's upper edge, beside its links. */
async function gripOf(card: Locator): Promise<{ x: number; y: number }> {
  const box = await card.boundingBox();
  if (!box) throw new Error('Expected a card to drag');
  return { x: box.x + box.width / 2, y: box.y + 8 };
}

const STEPS = 6;

/** Drags sideways with the mouse and lets go. */
export const dragByMouse: Drag = async (page, card, pixels) => {
  const { x, y } = await gripOf(card);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: STEPS });
  await page.mouse.up();
};

/** Drags sideways with a finger and lets go. The page's context needs `hasTouch`. */
export const dragByTouch: Drag = async (page, card, pixels) => {
  const { x, y } = await gripOf(card);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', x + Math.round((pixels * step) / STEPS));
  await touch('touchEnd');
  await session.detach();
};
