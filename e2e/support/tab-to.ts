/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { hasFocus } from './has-focus.ts';

const MOST_STOPS = 80;

/** Presses Tab until this element has the keyboard, as somebody without a mouse does. Throws where no Tab leads to it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const passed: string[] = [];
  while (!(await hasFocus(target))) {
    if (passed.length === MOST_STOPS) throw new Error(`Expected Tab to lead to ${target}; it led to ${passed}`);
    await page.keyboard.press(key);
    passed.push(await page.evaluate(nameOfFocused));
  }
}

function nameOfFocused(): string {
  const focused = document.activeElement;
  return focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 30) ?? '';
}
