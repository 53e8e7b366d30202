import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { stack } from './stack.ts';
import type { TestUser } from './user.ts';

/** Nothing but loopback: the browser must not look for its maker's hosts. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** One Chromium for a test file; every page gets a context of its own. */
export function useBrowser(): { open: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: stack.chromium, args: CHROMIUM_ARGS });
  });
  afterAll(() => browser.close());
  return {
    async open(options = {}) {
      const context = await browser.newContext({ baseURL: stack.url, viewport: DESKTOP, ...options });
      context.setDefaultTimeout(15_000);
      return context.newPage();
    },
  };
}

/** Signs in through the form, as a person does, and waits for the dashboard. */
export async function signIn(page: Page, user: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: /^sign in$/i }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}
