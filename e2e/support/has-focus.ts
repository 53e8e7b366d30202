/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

/** Whether the keyboard is with this element. */
export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === element.ownerDocument.activeElement);
}
