/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isLong, seed } from '../../dev/testing/sample.ts';
import { expectAccessible } from './axe.ts';
import { DESKTOP, PHONE } from './browser.ts';

type Mode = 'light' | 'dark';
const combinations = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((mode: Mode) => ({ viewport, mode })),
);

/** Which combination a place begins with; the run draws and prints it. */
let [lastTest, place] = ['', 0];

/**
 * Expects the page to be accessible. The long run checks both widths, light and dark; others check one of these, and
 * its colours in the other mode, too. Which one follows from the seed, the test and the number of earlier places in it:
 * they take turns, so that a run covers all of them, and another seed another one in each place. Leaves the page at
 * desktop width, light.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await dismissToasts(page);
  const chosen = isLong ? combinations : [combinations[nextTurn() % combinations.length] ?? combinations[0]];
  for (const combination of chosen) {
    if (!combination) throw new Error('Expected a width and a colour mode');
    const { viewport, mode } = combination;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: mode });
    // Something scrolled half under the bar at the top would count as too small to be hit.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, 'everything', `${viewport.width} px, ${mode}, seed ${seed}`);
    if (isLong) continue;
    const other = mode === 'light' ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: other });
    await expectAccessible(page, 'colours', `${viewport.width} px, ${other}, seed ${seed}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
}

/** A toast covers other things for five seconds; e2e/toasts.test.ts tests toasts themselves. */
async function dismissToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const selector = '[data-scope=toast][data-part=close-trigger]';
    for (const button of document.querySelectorAll<HTMLElement>(selector)) button.click();
  });
  await page.locator('[data-scope=toast][data-part=root][data-state=open]').first().waitFor({ state: 'hidden' });
}

function nextTurn(): number {
  const test = expect.getState().currentTestName ?? '';
  place = test === lastTest ? place + 1 : 0;
  lastTest = test;
  return seed + place + [...test].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}
