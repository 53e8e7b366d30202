import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { forgetTrace, keepFailed, recordTrace } from './keep-failed.ts';
import { stack } from './stack.ts';

/** Loopback only: the browser must not contact its maker's hosts. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For pages that live for seconds. What is compiled once serves all pages of a context, but only within one process;
 * and optimizing for hours of work takes processor time from what is waited for now. Saves a third of a page's work.
 */
const FOR_SHORT_LIVES = ['--process-per-site', '--js-flags=--no-maglev,--no-turbofan'];

/** For a page on a machine that is busy with other tests. */
export const PATIENCE_MS = 60_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** One for all files of a worker; it ends with the worker. */
let launched: Promise<Browser> | undefined;

/**
 * A context that one test after the other gets. Its anchor is a page that stays, so that the next test's page gets the
 * same process, which has already compiled the app's program. That saves half of the work of most tests.
 */
interface Kept {
  context: BrowserContext;
  anchor: Page;
}

/** By the options that make one context differ from another: a finger instead of a mouse, for instance. */
const kept = new Map<string, Kept>();

/** Violations of the hosting's Content-Security-Policy by pages. */
const violations: string[] = [];

/**
 * A Chromium. Every page begins with nothing stored, and ends with its test. Nothing moves in it unless a test is about
 * motion: each frame of a movement costs processor time.
 */
export function useBrowser(): { open: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser;
  const used: BrowserContext[] = [];
  beforeAll(async () => {
    launched ??= chromium.launch({ executablePath: stack.headlessShell, args: [...CHROMIUM_ARGS, ...FOR_SHORT_LIVES] });
    browser = await launched;
  });
  // A page left open would go on calling the stack during every later test.
  afterEach(async ({ task }) => {
    const contexts = used.splice(0);
    const hasFailed = task.result?.state === 'fail';
    const anchors = [...kept.values()].map(({ anchor }) => anchor);
    if (hasFailed) await keepFailed(task, contexts, anchors);
    // A call that a test changed may still be under way: it ends with the page, and is no failure.
    const pages = contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    for (const context of contexts) await leave(context, hasFailed);
    const forbidden = violations.splice(0);
    if (forbidden.length > 0) throw new Error(`Expected no page to violate its policy; saw ${forbidden.join('\n')}`);
  });
  return {
    async open({ viewport, reducedMotion = 'reduce', ...rest } = {}) {
      const key = JSON.stringify(rest);
      const isFree = !used.some((context) => context === kept.get(key)?.context);
      const isKept = isFree && !rest.baseURL && !rest.serviceWorkers;
      if (isKept && !kept.has(key)) kept.set(key, await newKept(browser, rest));
      const context = (isKept && kept.get(key)?.context) || (await newContext(browser, rest));
      used.push(context);
      await recordTrace(context);
      const page = isKept ? await cleanPage(context) : await context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion });
      return page;
    },
  };
}

/** The page that stays open in the same context, at the app's address; undefined if the context is not kept. */
export const anchorOf = (page: Page): Page | undefined =>
  [...kept.values()].find(({ context }) => context === page.context())?.anchor;

async function newKept(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await newContext(browser, options);
  const anchor = await context.newPage();
  await anchor.goto('/favicon.svg');
  return { context, anchor };
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // The offline worker fetches the whole app into every new context; tests of it allow it.
  const serviceWorkers = 'block' as const;
  const context = await browser.newContext({ baseURL: stack.url, viewport: DESKTOP, serviceWorkers, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return context;
}

/** Closes all but the anchor of a kept context. What a failure left behind is not passed on to another test. */
async function leave(context: BrowserContext, hasFailed: boolean): Promise<void> {
  const [key, own] = [...kept].find(([, one]) => one.context === context) ?? [];
  if (key !== undefined && own && !hasFailed) {
    await Promise.all(context.pages().map((page) => page !== own.anchor && page.close()));
    return forgetTrace(context);
  }
  if (key !== undefined) kept.delete(key);
  await context.close();
}

/** A page that finds nothing of earlier pages except the browser's network cache. */
async function cleanPage(context: BrowserContext): Promise<Page> {
  await context.setOffline(false);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: stack.url, storageTypes });
  await session.detach();
  return page;
}
