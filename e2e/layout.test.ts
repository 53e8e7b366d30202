import { routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { expectAccessible } from './support/axe.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { hasFocus } from './support/has-focus.ts';
import { signIn } from './support/sign-in.ts';
import { tracesOf, untilKept } from './support/traces.ts';
import { until } from './support/until.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();

test('the sidebar has the places, what waits, the first two projects, and whose account it is; each place takes the keyboard', async () => {
  const user = await newUser('layout');
  for (const name of ['Oldest', 'Loom']) await user.api.call(routes.postProject, { body: { name } });
  await newPending(user, ['Weave', 'Knit']);
  const page = await openPage(user, '/tasks');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const places = sidebar.getByRole('navigation', { name: 'Main' });
  await places.getByLabel('2 pending').waitFor();
  expect(await hrefsOf(places)).toEqual({
    Dashboard: '/',
    Projects: '/projects',
    Containers: '/containers',
    Repositories: '/repositories',
    'Approval Queue 2': '/approvals',
    'All Tasks': '/tasks',
  });
  expect(await places.locator('[aria-current=page]').innerText()).toBe('All Tasks');

  const recent = sidebar.getByRole('navigation', { name: 'Recent Projects' });
  await recent.getByRole('link', { name: 'Loom' }).waitFor();
  const [newest, second] = await user.api.call(routes.listProjects);
  expect(await hrefsOf(recent)).toEqual({
    'View All': '/projects',
    'Analytical engine': `/projects/${newest?.id}`,
    Loom: `/projects/${second?.id}`,
  });
  await sidebar.getByText(user.email).waitFor();

  for (const [link, title] of [
    ['Projects', 'Projects'],
    ['Containers', 'Containers'],
    ['Repositories', 'Repositories'],
    ['Approval Queue', 'Approvals'],
    ['All Tasks', 'All Tasks'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await places.getByRole('link', { name: link }).click();
    const heading = page.getByRole('heading', { name: title, level: 1, exact: true });
    await heading.waitFor();
    await expect.poll(() => page.title()).toBe(`(2) ${title} · Countersign`);
    await until(`the heading of ${title} to have the focus`, () => hasFocus(heading));
  }
});

test('a hint opens after 700 ms under the pointer; signing out leaves nothing of the user in the browser', async () => {
  const user = await newUser('layout');
  await user.api.call(routes.postProject, { body: { name: 'Analytical engine' } });
  const page = await openPage(user, '/');
  await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).waitFor();
  const button = page.getByRole('button', { name: 'Sign out' });
  await button.waitFor();
  const began = Date.now();
  await button.hover();
  await page.getByRole('tooltip', { name: 'Sign out' }).waitFor();
  expect(Date.now() - began, 'milliseconds').toBeGreaterThanOrEqual(700);
  await expectAccessible(page);
  await untilKept(page, 'Analytical engine');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await tracesOf(page, [user.uid, user.email, 'Analytical engine'])).toEqual([]);
  await page.goBack();
  await page.waitForURL('**/login');
});

test('light, dark, or as the system: kept over a reload', async () => {
  const page = await openPage(await newUser('layout'), '/');
  const mode = page.getByRole('radiogroup', { name: 'Colour mode' });
  const classes = () => page.locator('html').getAttribute('class');
  expect(await mode.getByRole('radio', { name: 'Same as system' }).isChecked()).toBe(true);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(classes).toBe(colorScheme);
  }
  await mode.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(classes).toBe('dark');
  await page.reload();
  expect(await classes(), 'dark before anything is drawn').toBe('dark');
  expect(await mode.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await mode.getByRole('radio', { name: 'Dark' }).press('ArrowLeft');
  await expect.poll(classes).toBe('light');
});

test('no other site can show a page in a frame, or keep a hold of its window; it is asked for anew at each visit; what it is made of never becomes a page', async () => {
  const page = await browser.open();
  for (const path of ['/', '/approvals', '/index.html']) {
    const headers = (await page.goto(path))?.headers() ?? {};
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options'], path).toBe('DENY');
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin-allow-popups');
  }
  for (const path of ['/', '/approvals', '/index.html', '/sw.js']) {
    expect((await page.request.get(path)).headers()['cache-control'], path).toBe('no-cache');
  }
  const [asset] = /\/assets\/[\w-]+\.js/.exec(await (await page.request.get('/')).text()) ?? ['none'];
  expect((await page.request.get(asset)).headers()['cache-control']).toContain('immutable');
  const missing = await page.request.get('/assets/of-an-older-version.js');
  expect([missing.status(), missing.headers()['cache-control']]).toEqual([404, 'no-cache']);
  expect((await page.request.get('/api/health')).headers()['cache-control']).toBe('private, no-store');
});

test('on a phone a bar with a menu takes its place', async () => {
  const user = await newUser('layout');
  const page = await browser.open({ viewport: PHONE, hasTouch: true });
  await signIn(page, user);
  await page.goto('/');
  expect(await page.getByRole('complementary').isVisible(), 'the sidebar').toBe(false);
  const toggle = page.getByRole('button', { name: 'Menu', exact: true });
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByText(user.email).waitFor();
  await until('the keyboard to be in the menu', () => hasFocusInside(page));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await until('the focus to be back', () => hasFocus(toggle));

  await toggle.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await menu.waitFor({ state: 'detached' });
  await toggle.click();
  await menu.getByRole('link', { name: 'All Tasks' }).click();
  await page.waitForURL('**/tasks');
  await menu.waitFor({ state: 'detached' });
  await until('the new page to have the focus', () => hasFocus(page.getByRole('heading', { level: 1 })));
});

test('says that an address has no page, whoever asks', async () => {
  const page = await browser.open();
  await page.goto('/no/such/page');
  await expectNotFound(page);
  expect(await page.getByRole('complementary').count(), 'a sidebar without a user').toBe(0);
  await expectAccessibleEverywhere(page);

  await signIn(page, await newUser('layout'));
  await page.goto('/nowhere');
  await page.getByRole('complementary').waitFor();
  await expectNotFound(page);
  await expectAccessibleEverywhere(page);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});

test('text has the app’s own font, which no style sheet names: it would be laid out anew with each first use of a component', async () => {
  const page = await openPage(await newUser('fonts'), '/');
  const loaded = `document.fonts.ready.then(() => [...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family).join())`;
  await until('the font', async () => (await page.evaluate<string>(loaded)).includes('Inter Variable'));
  const rules = `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.constructor.name))`;
  const found = await page.evaluate<string[]>(rules);
  expect(found).toContain('CSSLayerBlockRule');
  expect(found).not.toContain('CSSFontFaceRule');
});

test('in a contrast theme of the system, which shows no backgrounds, one sees what is chosen and what is switched on', async () => {
  const page = await openPage(await newUser('contrast'), '/approvals');
  await page.emulateMedia({ forcedColors: 'active' });
  const framed = async (chosen: Locator) => {
    const style = await chosen.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return `${outlineWidth} ${outlineStyle}`;
    });
    expect(style, String(chosen)).toBe('2px solid');
  };
  const sidebar = page.getByRole('complementary');
  await framed(sidebar.getByRole('link', { name: 'Approval Queue' }));
  await framed(page.getByRole('button', { name: 'List View' }));
  await framed(sidebar.getByTitle('Same as system'));
  await sidebar.getByRole('button', { name: /^Account / }).click();
  const colours = await page
    .getByRole('switch', { name: 'Single-key shortcuts' })
    .evaluate((element) =>
      [getComputedStyle(element).borderTopColor, getComputedStyle(element, '::before').backgroundColor].map(
        (colour) => colour === getComputedStyle(document.body).backgroundColor,
      ),
    );
  expect(colours, 'the switch’s frame and its knob are of the page’s own colour').toEqual([false, false]);
});

async function openPage(user: TestUser, path: string): Promise<Page> {
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(path);
  await page.getByRole('complementary').waitFor();
  return page;
}

async function hrefsOf(within: ReturnType<Page['getByRole']>): Promise<Record<string, string>> {
  const links = await within.getByRole('link').all();
  const entries = links.map(async (link) => [
    (await link.innerText()).replace(/\s+/g, ' '),
    (await link.getAttribute('href')) ?? '',
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}

async function expectNotFound(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '404 Page Not Found', level: 1 }).waitFor();
  await page.getByText('Did you forget to add the page to the router?').waitFor();
  await expect.poll(() => page.title()).toBe('404 Page Not Found · Countersign');
}

const hasFocusInside = (page: Page) => page.locator('[role=dialog] :focus').count().then(Boolean);
