import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { CHROMIUM_ARGS, DESKTOP, PATIENCE_MS } from './browser.ts';
import { stack } from './stack.ts';

/**
 * A browser as a person has it: the whole of Chromium with its own profile. Only such a browser offers to install an
 * app. Slower than `useBrowser`; it ends with its test. `asApp`: in its own window, as an installed app.
 */
export function useProfile(): { open: (options?: { baseURL?: string; asApp?: string }) => Promise<Page> } {
  const cleanUps: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
  });
  return {
    async open({ baseURL = stack.url, asApp } = {}) {
      const folder = await mkdtemp(join(tmpdir(), 'countersign-profile-'));
      const context: BrowserContext = await chromium.launchPersistentContext(folder, {
        executablePath: stack.chromium,
        args: asApp === undefined ? CHROMIUM_ARGS : [...CHROMIUM_ARGS, `--app=${baseURL}${asApp}`],
        baseURL,
        viewport: DESKTOP,
      });
      cleanUps.push(async () => {
        await context.close();
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      });
      context.setDefaultTimeout(PATIENCE_MS);
      return context.pages()[0] ?? (await context.newPage());
    },
  };
}
