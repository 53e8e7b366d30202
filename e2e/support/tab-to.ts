/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';

const MOST_STOPS = 80;

/** Presses Tab until this element has the focus, as somebody without a mouse does. Throws if Tab never reaches it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (;;) {
    const focused = await target.evaluate(focusedElse);
    if (focused === null) return;
    if (passed.length === MOST_STOPS) throw new Error(`Expected Tab to lead to ${target}; it led to ${passed}`);
    passed.push(focused);
    await page.keyboard.press(key);
  }
}

/** Null when the element has the focus, else what has it instead. */
function focusedElse(element: Element): string | null {
  const focused = document.activeElement;
  if (focused === element) return null;
  return focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 30) ?? '';
}
