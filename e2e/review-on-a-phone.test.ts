/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP, PATIENCE_MS, useBrowser } from './support/browser.ts';
import { dragByTouch } from './support/drag.ts';
import { approve, card, frame, openAs, SMALL_PHONE } from './support/phone-review.ts';
import { pressIfThere } from './support/press-if-there.ts';
import { readToEnd } from './support/read.ts';
import { fileOf } from './support/show-as.ts';
import { counter, rejectDialog } from './support/swipe.ts';
import { until } from './support/until.ts';

const browser = useBrowser();

const inside = (page: Page) => page.locator('[data-scrolls]');
const opened = (page: Page) => page.getByRole('dialog', { name: 'Create docs/loom.md' });

/** Milliseconds from drawing the last line of a file until Approve could be pressed, both measured in the page. */
async function unlockedAfter(page: Page, lines: number): Promise<number> {
  const after = await page.evaluate(
    (last) =>
      new Promise<number>((resolve) => {
        let drawn = 0;
        const look = () => {
          const isDrawn = document.querySelector('main')?.textContent?.includes(last) ?? false;
          if (isDrawn && drawn === 0) drawn = performance.now();
          const buttons = [...document.querySelectorAll('button')];
          const isOff = buttons.find(({ textContent }) => textContent === 'Approve')?.disabled ?? true;
          if (drawn > 0 && !isOff) resolve(performance.now() - drawn);
          else requestAnimationFrame(look);
        };
        look();
      }),
    `thread ${lines}`,
  );
  return after;
}

/** The page's own time: the quickest of many openings, since others use the machine's processors, too. */
async function quickestUnlock(page: Page, lines: number): Promise<number> {
  let quickest = Infinity;
  const end = Date.now() + PATIENCE_MS;
  while (quickest > 300 && Date.now() < end) {
    await page.reload();
    quickest = Math.min(quickest, await unlockedAfter(page, lines));
  }
  return quickest;
}

describe.each([
  { on: 'a phone', viewport: SMALL_PHONE },
  { on: 'a desktop', viewport: DESKTOP },
])('a file of 10 lines on $on', ({ viewport }) => {
  test('is unlocked within 300 ms; a drag of 151 px approves it', async () => {
    const { page, decided } = await openAs(browser, fileOf(10), { viewport, titles: ['Weave', 'Knit'] });
    await page.getByRole('button', { name: 'Next' }).click();
    await counter(page, 2, 2);
    expect(await quickestUnlock(page, 10)).toBeLessThanOrEqual(300);
    await dragByTouch(page, card(page), 151);
    await counter(page, 1, 1);
    await expect.poll(() => decided).toEqual(['approve']);
  });
});

test('a file of 10 lines is decided by a press in the list', async () => {
  const { page, decided } = await openAs(browser, fileOf(10), { mode: 'list', titles: ['Weave', 'Knit'] });
  await approve(page).click();
  await card(page).waitFor({ state: 'detached' });
  await expect.poll(() => decided).toEqual(['approve']);
});

test('one of 60 lines in the opened view', async () => {
  const { page, decided } = await openAs(browser, fileOf(60), { viewport: DESKTOP });
  await page.keyboard.press('ArrowRight');
  await readToEnd(opened(page));
  await opened(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('All caught up!').waitFor();
  await expect.poll(() => decided).toEqual(['approve']);
});

describe('what is longer than the card', () => {
  test('is not approved by button, key or drag: those open it; a rejection needs no reading; a tick is told apart from being seen', async () => {
    const { page, decided } = await openAs(browser, fileOf(300));
    await page.getByRole('button', { name: /^2\d\d more lines$/ }).waitFor();
    expect(await approve(page).isDisabled(), 'Approve').toBe(true);
    await dragByTouch(page, card(page), 160);
    await opened(page).waitFor();
    expect(await opened(page).getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await opened(page).getByRole('button', { name: 'Close' }).tap();
    await opened(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await opened(page).waitFor();
    await page.keyboard.press('Escape');
    await opened(page).waitFor({ state: 'detached' });
    await dragByTouch(page, card(page), -160);
    await rejectDialog(page).waitFor();
    expect(decided).toEqual([]);
    await page.keyboard.press('Escape');
    await rejectDialog(page).waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Viewed: docs/loom.md' }).check();
    await readToEnd(frame(page));
    await page.getByText(/^End of 300 lines, 2\d\d of them ticked, not seen$/).waitFor();
    await page.getByRole('checkbox', { name: 'Viewed: docs/loom.md' }).uncheck();
    await until('Approve to be off again', () => approve(page).isDisabled());
    expect(decided).toEqual([]);
  });

  test('scrolls under the finger, which drags the card only sideways; read to its end it is approved', async () => {
    const { page, decided } = await openAs(browser, fileOf(40));
    await page.getByRole('button', { name: /more lines$/ }).waitFor();
    const home = await card(page).boundingBox();
    expect(await approve(page).isDisabled(), 'Approve').toBe(true);
    const readOn = async () => {
      await swipeUp(page, inside(page));
      // On a busy machine a part of a line may pass between two frames: it is one tap away.
      const rest = page.getByRole('button', { name: /^1 more line$|not shown$/ });
      await pressIfThere(rest, { touch: true });
      return approve(page).isEnabled();
    };
    await until('the end to be read', readOn, { timeoutMs: PATIENCE_MS });
    expect(await inside(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(200);
    expect(await card(page).boundingBox()).toEqual(home);
    expect(decided).toEqual([]);
    await dragByTouch(page, card(page), 151);
    await page.getByText('All caught up!').waitFor();
    await expect.poll(() => decided).toEqual(['approve']);
  });

  test('has an end that the keyboard reaches, with a name', async () => {
    const { page } = await openAs(browser, fileOf(300));
    const end = page.getByText('End of 300 lines');
    await end.waitFor();
    await frame(page).focus();
    await until('the end to have the focus', async () => {
      await page.keyboard.press('Tab');
      return end.evaluate((element) => element === document.activeElement);
    });
    await until('Approve to be on', () => approve(page).isEnabled());
  });
});

/** One upward flick of a thumb. */
async function swipeUp(page: Page, area: Locator): Promise<void> {
  const box = await area.boundingBox();
  if (!box) throw new Error('Expected something to scroll');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 20];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  for (let step = 1; step <= 6; step += 1) await touch('touchMove', y - step * 30);
  await touch('touchEnd');
  await session.detach();
}
