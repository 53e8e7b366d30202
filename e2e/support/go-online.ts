import type { Page } from 'playwright-core';

/** Gives a page its network back, and waits until no banner is left to go: the page moves up with each. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page
    .getByText(/You are offline|Live updates do not arrive here/)
    .first()
    .waitFor({ state: 'detached' });
}
