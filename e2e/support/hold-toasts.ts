/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Keeps every toast of a page until it is dismissed or another takes its place, as a mouse over it does: its five
 * seconds may be over before a busy machine has looked at it.
 */
export async function holdToasts(page: Page): Promise<void> {
  await page.addInitScript(restOnToasts);
  await page.evaluate(restOnToasts);
}

/** In the page. Again and again, because the mouse is ignored for a moment after a toast has gone. */
function restOnToasts(): void {
  setInterval(() => {
    for (const region of document.querySelectorAll('[data-scope=toast][data-part=group]'))
      region.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  }, 100);
}
