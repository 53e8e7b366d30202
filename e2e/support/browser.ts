import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { forgetTrace, keepEvidence, recordTrace } from './evidence.ts';
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

/** For what a page needs on a machine that is busy with other tests. */
export const PATIENCE_MS = 30_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** One for all files of a worker; it ends with the worker. */
let launched: Promise<Browser> | undefined;
/**
 * The context of tests that want nothing special, one after the other. Its anchor is a page that stays: the next one gets the same
 * process, which has the app's program compiled. That is half of the work of most tests.
 */
let usual: { context: BrowserContext; anchor: Page } | undefined;

/** What pages did that the hosting's Content-Security-Policy forbids. */
const violations: string[] = [];

/** A Chromium. Every page begins with nothing stored, and ends with its test. */
export function useBrowser(): { open: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    launched ??= chromium.launch({ executablePath: stack.headlessShell, args: CHROMIUM_ARGS });
    browser = await launched;
  });
  // A page left open goes on asking the stack, beside every later test.
  afterEach(async ({ task }) => {
    const used = contexts.splice(0);
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await keepEvidence(task, used, usual?.anchor);
    // A call that a test changes may still be on its way: it ends with the page, and is no failure.
    const pages = used.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    for (const context of used) {
      if (context === usual?.context && !hasFailed) await emptied(usual);
      else await context.close();
      // What a failure left behind is no other test's beginning.
      if (context === usual?.context && hasFailed) usual = undefined;
    }
    const forbidden = violations.splice(0);
    if (forbidden.length > 0) throw new Error(`Expected no page to violate its policy; saw ${forbidden.join('\n')}`);
  });
  return {
    async open(options = {}) {
      const isUsual = Object.keys(options).length === 0 && !(usual && contexts.includes(usual.context));
      const context = isUsual ? (usual ??= await newUsual(browser)).context : await newContext(browser, options);
      contexts.push(context);
      await recordTrace(context);
      return isUsual ? cleanPage(context) : context.newPage();
    },
  };
}

async function newUsual(browser: Browser): Promise<{ context: BrowserContext; anchor: Page }> {
  const context = await newContext(browser, {});
  const anchor = await context.newPage();
  await anchor.goto('/favicon.svg');
  return { context, anchor };
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // The offline worker fetches the whole app into every new context; tests that are about it allow it.
  const serviceWorkers = 'block' as const;
  const context = await browser.newContext({ baseURL: stack.url, viewport: DESKTOP, serviceWorkers, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return context;
}

/** Leaves nothing open in it but its anchor. */
async function emptied({ context, anchor }: { context: BrowserContext; anchor: Page }): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== anchor && page.close()));
  await forgetTrace(context);
}

/** A page that finds nothing of those before it, but what the browser keeps of the network. */
async function cleanPage(context: BrowserContext): Promise<Page> {
  await context.setOffline(false);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: stack.url, storageTypes });
  await session.detach();
  return page;
}
