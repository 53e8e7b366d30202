import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { stack } from './stack.ts';

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

/** One for all files of a worker; it ends with the worker. */
let launched: Promise<Browser> | undefined;

/** A Chromium; every page gets a context of its own, which ends with its test. */
export function useBrowser(): { open: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    launched ??= chromium.launch({ executablePath: stack.headlessShell, args: CHROMIUM_ARGS });
    browser = await launched;
  });
  // A page left open goes on asking the stack, beside every later test.
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return {
    async open(options = {}) {
      // The offline worker fetches the whole app into every new context; tests that are about it allow it.
      const serviceWorkers = 'block' as const;
      const context = await browser.newContext({ baseURL: stack.url, viewport: DESKTOP, serviceWorkers, ...options });
      contexts.push(context);
      context.setDefaultTimeout(15_000);
      return context.newPage();
    },
  };
}
