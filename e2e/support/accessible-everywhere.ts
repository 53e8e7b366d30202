import type { Page } from 'playwright-core';
import { expectAccessible } from './axe.ts';
import { DESKTOP, PHONE } from './browser.ts';

/** Expects the page to be accessible at both widths, light and dark. Leaves it at desktop width, light. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'colours');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
  }
}
