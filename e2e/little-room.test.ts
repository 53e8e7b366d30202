/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { breakCalls } from './support/calls.ts';
import { newPending } from './support/approvals.ts';
import { newContainer } from './support/containers.ts';
import { approve, card, isInSight, openAs, SMALL_PHONE } from './support/phone-review.ts';
import { fileOf } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

/** What is left of a small phone, in pixels, where its text is enlarged by half. */
const ENLARGED = { width: 260, height: 443 };

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('with enlarged text an upright phone has the card over its whole width, and nothing lies over anything', async () => {
  const { page } = await openAs(browser, fileOf(3), { viewport: ENLARGED });
  await card(page).waitFor();
  expect(await widthOf(card(page))).toBeGreaterThan(200);
  const boxes = await page
    .getByRole('main')
    .getByRole('heading', { name: 'Approvals' })
    .locator('xpath=..')
    .locator('xpath=./*')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(
        one.right <= other.left + 0.5 ||
          other.right <= one.left + 0.5 ||
          one.bottom <= other.top ||
          other.bottom <= one.top,
        `parts of the head beside each other: ${JSON.stringify([one, other])}`,
      ).toBe(true);
  expect(await overflowOf(page)).toBe(0);
  await approve(page).scrollIntoViewIfNeeded();
  await until('Approve to be in sight', () => isInSight(approve(page)));
});

test('a file whose name needs many lines can be read to its end and approved, with enlarged text on a small phone', async () => {
  const path = `docs/${'warp/'.repeat(150)}loom.md`;
  const { page } = await openAs(browser, { ...fileOf(5, path), title: 'Create docs/loom.md' }, { viewport: ENLARGED });
  await card(page).waitFor();
  const more = page.getByRole('button', { name: /more lines?$/ });
  await until('Approve to be enabled', async () => {
    if (await approve(page).isEnabled()) return true;
    if (await more.isVisible()) await more.tap();
    return false;
  });
});

test('the line about notifications leaves the buttons that decide in sight', async () => {
  const { page } = await openAs(browser, fileOf(3), { viewport: SMALL_PHONE });
  // A browser that could be asked: under automation the permission of a page in a used process is not to be relied on.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  await page.evaluate(() => localStorage.setItem('countersign.notifications', 'due'));
  await page.reload();
  await page.getByText(/^Get a notification on this device/).waitFor();
  await card(page).waitFor();
  for (const name of ['Approve', 'Reject']) {
    const button = page.getByRole('button', { name, exact: true });
    await until(`${name} to be in sight`, () => isInSight(button));
    // Nothing lies over it.
    await button.tap({ trial: true });
  }
});

test('a message above the card takes its room only while it is there: the bar stands at the lower edge again', async () => {
  const { page } = await openAs(browser, fileOf(3), { viewport: SMALL_PHONE });
  const bottomOf = async () => {
    const { y = 0, height = 0 } = (await approve(page).boundingBox()) ?? {};
    return y + height;
  };
  const bottom = await bottomOf();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const mend = await breakCalls(page, 'GET', '/api/approvals');
  await refresh.tap();
  const message = page.getByText(/^The list could not be refreshed/);
  await message.waitFor();
  await until('Approve to be where it was', async () => (await bottomOf()) === bottom);
  await mend();
  await refresh.tap();
  await message.waitFor({ state: 'detached' });
  await until('Approve to be where it was', async () => (await bottomOf()) === bottom);
});

test('so it does once the network is back, and the line about that has gone', async () => {
  const { page } = await openAs(browser, fileOf(3), { viewport: SMALL_PHONE });
  const bottomOf = async () => {
    const { y = 0, height = 0 } = (await approve(page).boundingBox()) ?? {};
    return y + height;
  };
  const bottom = await bottomOf();
  await page.context().setOffline(true);
  const line = page.getByText(/^You are offline/);
  await line.waitFor();
  await until('Approve to be where it was', async () => (await bottomOf()) === bottom);
  await page.context().setOffline(false);
  await line.waitFor({ state: 'detached' });
  await until('Approve to be where it was', async () => (await bottomOf()) === bottom);
});

test('going back closes what is open, with the page and what was typed in it still there', async () => {
  const { page } = await openAs(browser, fileOf(3), { viewport: SMALL_PHONE });
  await page.getByRole('button', { name: 'Menu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Analytical engine' }).waitFor();
  await menu.getByRole('link', { name: 'Projects' }).tap();
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New Project' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Name').fill('Half written');
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/projects');
  await page.getByRole('button', { name: 'New Project' }).tap();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Half written');
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('**/approvals?mode=swipe');
});

test('a long name of a project does not make the list of containers wider than the phone', async () => {
  const user = await newUser('long-name');
  const { id } = await user.api.call(routes.postProject, { body: { name: 'Donaudampfschifffahrt'.repeat(4) } });
  await newContainer(user, undefined, id);
  const page = await browser.open({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true });
  await signIn(page, user);
  await page.goto('/containers');
  await page.getByText(/^Donaudampfschifffahrt/).waitFor();
  expect(await overflowOf(page)).toBe(0);
});

test('at twice its size a phone shows each page within its width, a request with its counter and both decisions', async () => {
  const user = await newUser('twice');
  await newPending(user, ['Weave', 'Knit']);
  const page = await browser.open({ viewport: { width: 195, height: 332 } });
  await signIn(page, user);
  await page.goto('/approvals?mode=swipe');
  const counter = page.getByText('1 of 2 pending approvals');
  await counter.waitFor();
  expect((await counter.boundingBox())?.height, 'a line or two').toBeLessThan(40);
  for (const name of ['Reject', 'Approve']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.waitFor();
    expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth), `what is cut of ${name}`).toBe(0);
  }
  for (const [path, words] of [
    ['/approvals', 'Start this task?'],
    ['/tasks', 'Knit'],
    ['/', 'Start this task?'],
    ['/decisions', 'No decisions yet'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByText(words).first().waitFor();
    expect(await overflowOf(page), path).toBe(0);
  }
});

test('text is as large as the person has set it in their browser', async () => {
  const user = await newUser('large');
  await newPending(user, ['Weave']);
  const page = await browser.open({ viewport: { width: 390, height: 664 } });
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByText('Start this task?').waitFor();
  const sizes = () =>
    page
      .getByRole('main')
      .locator('h1, h2, p, button, [data-covers]')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  const before = await sizes();
  expect(before.length).toBeGreaterThan(5);
  // What that setting changes.
  await page.addStyleTag({ content: ':root { font-size: 24px !important }' });
  expect(await sizes()).toEqual(before.map((size) => size * 1.5));
  expect(await overflowOf(page)).toBe(0);

  // At twice its size, the icon beside a number's name stays in its card.
  await page.goto('/');
  const name = page.getByRole('main').getByRole('link', { name: 'Completed Tasks' });
  await name.waitFor();
  await page.addStyleTag({ content: ':root { font-size: 32px !important }' });
  const [icon, around] = await name.evaluate((link) => {
    const row = link.parentElement;
    return [row?.querySelector('svg'), row?.parentElement].map((one) => one?.getBoundingClientRect().right ?? Infinity);
  });
  expect(icon).toBeLessThanOrEqual(around ?? 0);
});

test('held sideways, with a decision kept for the network, the decision is in sight, and nothing lies over anything', async () => {
  const sideways = { width: 844, height: 390 };
  const { page } = await openAs(browser, {}, { viewport: sideways, titles: ['Weave', 'Knit', 'Spin'] });
  // The banner's code is loaded when the page has nothing else to do.
  const isLoaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('kept-decisions-banner'));
  await until('the banner to be at hand', () => page.evaluate(isLoaded));
  await until('Approve to be enabled', () => approve(page).isEnabled());
  await page.context().setOffline(true);
  await page.getByText(/^You are offline/).waitFor();
  await approve(page).tap();
  await page.getByText(/^1 decision is kept here/).waitFor();
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const hints = page.getByText('Swipe left to reject • Swipe right to approve', { exact: true });
  await until('the hints to stand below the pager', async () => {
    const box = await hints.boundingBox();
    return box !== null && (await bottomOf(next)) <= box.y + 1;
  });
  const inSight = async (within: Locator | Page) => {
    for (const name of ['Reject', 'Approve']) {
      const button = within.getByRole('button', { name, exact: true }).first();
      await until(`${name} to be in sight`, () => isInSight(button));
    }
  };
  await inSight(page);
  await page.getByRole('button', { name: 'List View' }).tap();
  await inSight(page.getByRole('list', { name: 'Pending approvals' }));
});
