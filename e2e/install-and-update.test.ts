/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { PATIENCE_MS, useBrowser } from './support/browser.ts';
import { useDeployment } from './support/deployment.ts';
import { useProfile } from './support/profile.ts';
import { signIn } from './support/sign-in.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const profile = useProfile();
const newDeployment = useDeployment();

test('offers to install the app where the browser does: asks the browser, and stays away once dismissed', async () => {
  const page = await profile.open();
  await page.addInitScript(watchInstallation);
  await signIn(page, await newUser('installing'));
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Install Countersign' });
  await card.getByRole('heading', { name: 'Countersign' }).waitFor();
  await card.getByText('Add to your home screen for quick access and offline use').waitFor();
  await expectAccessibleEverywhere(page);
  await card.getByRole('button', { name: 'Install App' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await seenOf(page)).toEqual({ offers: 1, questions: 1, refusals: [] });

  await page.reload();
  await card.waitFor();
  // Chromium's own window for confirming is not there; this is the event that it fires afterwards.
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await card.waitFor({ state: 'detached' });

  await page.reload();
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await card.waitFor({ state: 'detached' });
  await page.reload();
  await until('the next offer', async () => (await seenOf(page)).offers === 1, {
    timeoutMs: PATIENCE_MS,
  });
  await page.getByText('No projects yet').waitFor();
  expect(await card.count(), 'cards after one was dismissed').toBe(0);
});

test('the installed app offers a new version, and takes it with one reload when the person agrees, never before', async () => {
  const deployment = await newDeployment();
  const page = await profile.open({ baseURL: deployment.url, asApp: '/login' });
  await signIn(page, await newUser('updating'));
  await page.goto('/');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.getByText('No projects yet').waitFor();
  await expectNoOffer(page);
  let loads = 0;
  page.on('load', () => (loads += 1));

  deployment.release('2');
  await findUpdate(page);
  const prompt = promptOf(page);
  await prompt.getByText('New version available! Refresh to update?').waitFor();
  await expectAccessibleEverywhere(page);
  await prompt.getByRole('button', { name: 'Later' }).click();
  await prompt.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All Tasks' }).click();
  await page.getByText('No tasks found').waitFor();
  expect(loads, 'reloads that nobody agreed to').toBe(0);

  await page.reload();
  await prompt.waitFor();
  expect(await versionOf(page), 'the old version until then').not.toBe('2');
  await until('the prompt to have the keyboard', () => hasFocusInside(page));
  await prompt.getByRole('button', { name: 'OK' }).click();
  await page.locator('meta[name=version][content="2"]').waitFor({ state: 'attached' });
  await page.getByText('No tasks found').waitFor();
  await expect.poll(() => loads, { message: 'one by the person, one by the prompt' }).toBe(2);
  expect(await prompt.count(), 'prompts after the update').toBe(0);
});

test('each tab is asked about each version, and takes one that another tab has switched to, however busy the old worker is', async () => {
  const deployment = await newDeployment();
  const first = await browser.open({ baseURL: deployment.url, serviceWorkers: 'allow' });
  await signIn(first, await newUser('tabs'));
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto('/tasks');
    await page.getByText('No tasks found').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  }
  for (const version of ['2', '3']) {
    deployment.release(version);
    await findUpdate(first);
    for (const page of [first, second]) await promptOf(page).waitFor();
    if (version === '3') break;
    for (const page of [first, second]) await promptOf(page).getByRole('button', { name: 'Later' }).click();
    for (const page of [first, second]) await promptOf(page).waitFor({ state: 'detached' });
  }

  const isVersion3 = 'meta[name=version][content="3"]';
  // Chromium replaces the old worker only when nothing is asked of it.
  await second.evaluate(() => void setInterval(() => void fetch('/favicon.svg'), 50));
  await promptOf(first).getByRole('button', { name: 'OK' }).click();
  await first.locator(isVersion3).waitFor({ state: 'attached' });
  expect(await versionOf(second), 'the other tab until it is asked').not.toBe('3');
  await promptOf(second).getByRole('button', { name: 'OK' }).click();
  await second.locator(isVersion3).waitFor({ state: 'attached' });
  await second.getByText('No tasks found').waitFor();
  for (const page of [first, second]) expect(await promptOf(page).count(), 'prompts after the update').toBe(0);
});

/** Not inside the installed app, whatever the browser says; Chromium says nothing there. */
async function expectNoOffer(page: Page): Promise<void> {
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  expect(await page.getByRole('region', { name: 'Install Countersign' }).count(), 'offers to install').toBe(0);
}

interface Seen {
  offers: number;
  questions: number;
  refusals: string[];
}

/**
 * Counts how often Chromium offers an installation and the page asks for it. Chromium is really asked, and may refuse;
 * since nobody can answer its window here, the page gets an answer in its place.
 */
function watchInstallation(): void {
  const seen: Seen = { offers: 0, questions: 0, refusals: [] };
  const scope = window as unknown as {
    seen: Seen;
    BeforeInstallPromptEvent: { prototype: { prompt: () => Promise<unknown> } };
  };
  scope.seen = seen;
  window.addEventListener('beforeinstallprompt', ({ isTrusted }) => (seen.offers += isTrusted ? 1 : 0));
  const { prototype } = scope.BeforeInstallPromptEvent;
  const ask = prototype.prompt;
  prototype.prompt = async function () {
    seen.questions += 1;
    ask.call(this).catch((error: unknown) => seen.refusals.push(String(error)));
  };
}

/**
 * Looks for a new version, as the open page does every hour, until it is asked about. The browser itself looks a second
 * after a page was opened: where it had begun before the release, it answers both of what it found then.
 */
const findUpdate = (page: Page) =>
  until(
    'the new version to be found',
    async () => {
      await page.evaluate(
        'navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => undefined)',
      );
      return promptOf(page).isVisible();
    },
    { everyMs: 1000, timeoutMs: PATIENCE_MS },
  );
const promptOf = (page: Page) => page.getByRole('alertdialog', { name: 'Update' });
const seenOf = (page: Page) => page.evaluate('seen') as Promise<Seen>;
const versionOf = (page: Page) => page.locator('meta[name=version]').getAttribute('content');
const hasFocusInside = (page: Page) => page.locator('[role=alertdialog] :focus').count().then(Boolean);
