import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { stack } from './stack.ts';
import type { BenchUser } from './user.ts';

/** Loopback only: the browser must not contact its maker's hosts. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Browser extends Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile'> {
  /** Further command-line arguments. */
  args?: string[];
}

/** Runs `work` with a page of a new Chromium with a profile, as a person's has, and leaves nothing of it behind. */
export async function withBrowser<T>(
  work: (page: Page) => Promise<T>,
  { args = [], ...device }: Browser = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-browser-'));
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: stack.chromium,
    args: [...ARGS, ...args],
    baseURL: stack.url,
    viewport: { width: 1280, height: 900 },
    ...device,
  });
  // A measurement waits for a busy machine; its table reports what it measured.
  browser.setDefaultTimeout(120_000);
  try {
    return await work(browser.pages()[0] ?? (await browser.newPage()));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs in through the form and waits for the dashboard. */
export async function signIn(page: Page, user: Pick<BenchUser, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password').fill(user.password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}

const DRAWN_MS = 120_000;

/**
 * Waits until an element at this XPath is drawn, looking at each frame: a locator looks ever more rarely, in the end
 * twice a second, and measurements with it come in such steps.
 */
export async function untilDrawn(page: Page, xpath: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(reject, ${DRAWN_MS}, new Error('It is not drawn'));
    const look = () => {
      const found = document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
      if (found.singleNodeValue?.getClientRects().length > 0) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
