/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

/** Whether this element has the focus. */
export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === element.ownerDocument.activeElement);
}
