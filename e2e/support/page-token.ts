import type { Page } from 'playwright-core';

/** The ID token that the page sends with its own calls, taken from the next one. */
export async function tokenOf(page: Page): Promise<string> {
  const request = page.waitForRequest((sent) => sent.url().includes('/api/') && Boolean(sent.headers().authorization));
  await page.reload();
  return (await request).headers().authorization?.replace('Bearer ', '') ?? '';
}
