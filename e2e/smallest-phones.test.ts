/// <reference lib="dom" />
import { type Approval, routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { refuseCalls } from './support/calls.ts';
import { holdToasts } from './support/hold-toasts.ts';
import { approve, frame, isInSight, openAs, SMALL_PHONE } from './support/phone-review.ts';
import { readToEnd } from './support/read.ts';
import { fileOf } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

/** What is left of a phone of 360 × 640 pixels whose page is shown at twice its size. */
const AT_TWICE = { width: 180, height: 320 };
const SMALLEST = { width: 320, height: 568 };
const LOWEST = { width: 568, height: 320 };

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('Expected it to be drawn');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
type Box = Awaited<ReturnType<typeof boxOf>>;

const areApart = (one: Box, other: Box) =>
  one.right <= other.x + 0.5 ||
  other.right <= one.x + 0.5 ||
  one.bottom <= other.y + 0.5 ||
  other.bottom <= one.y + 0.5;

const more = (page: Page) => page.getByRole('button', { name: /(more lines?|not shown)$/ });
const inside = (page: Page) => frame(page).locator('[data-scrolls]');

const UNBROKEN = 'x1y2z3'.repeat(500);
const oneLine: Record<string, Partial<Approval>> = {
  command: { title: 'Run a script', toolKind: 'execute', toolParameters: { command: `echo ${UNBROKEN}` } },
  edit: {
    title: 'Edit src/loom.md',
    toolKind: 'edit',
    toolParameters: { path: 'src/loom.md', oldText: 'weave\nwool', newText: `weave\n${UNBROKEN}` },
  },
};

test.each(Object.keys(oneLine))(
  'a line without a break, of %s, is read by screens at twice the size, or taken as viewed by one tick',
  async (kind) => {
    const fields = { ...oneLine[kind], type: 'tool_call' as const, content: null };
    const { page } = await openAs(browser, fields, { viewport: AT_TWICE });
    await until('the line to be read', async () => {
      await more(page).tap();
      return (await inside(page).evaluate((box) => box.scrollTop / box.clientHeight)) > 3;
    });
    const before = await inside(page).evaluate((box) => box.scrollTop);
    await more(page).tap();
    const screen = await inside(page).evaluate((box) => box.clientHeight);
    await until('the next screen', async () => (await inside(page).evaluate((box) => box.scrollTop)) !== before);
    expect((await inside(page).evaluate((box) => box.scrollTop)) - before).toBeGreaterThan(screen / 2);
    expect(await approve(page).isEnabled()).toBe(false);

    const tick = inside(page)
      .getByRole('checkbox', { name: /^Viewed/ })
      .or(inside(page).getByLabel('Viewed'));
    await tick.first().check();
    await readToEnd(frame(page));
    expect(await approve(page).isEnabled()).toBe(true);
  },
);

test('text at twice its size leaves a card two lines of its title, a counter in one piece, and whole buttons', async () => {
  const title = 'Edit the loom so that it weaves twice';
  const { page } = await openAs(browser, { ...fileOf(3), title }, { viewport: { width: 360, height: 640 } });
  await page.addStyleTag({ content: ':root { font-size: 32px !important }' });
  await page.reload();
  await page.addStyleTag({ content: ':root { font-size: 32px !important }' });
  const counter = page.getByText('1 of 1 pending approvals');
  await counter.waitFor();
  await until('the counter to be in one line', async () => (await boxOf(counter)).height < 60);
  for (const name of ['Reject', 'Approve']) {
    const button = page.getByRole('button', { name, exact: true });
    expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth), `what is cut of ${name}`).toBe(0);
  }
  const clamp = page.locator('[data-cut]').first();
  const lines = () =>
    clamp.evaluate(
      (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one.querySelector('h2')!).lineHeight),
    );
  await until('two lines of the title', async () => (await lines()) >= 1.9);
});

test('text at twice its size keeps the dashboard of a newcomer, and a card in the list, within the screen', async () => {
  const large = ':root { font-size: 32px !important }';
  const beyond = (page: Page) =>
    page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('button, a')]
        .filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
        .map((one) => one.textContent),
    );
  const newcomer = await browser.open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await signIn(newcomer, await newUser('newcomer'));
  await newcomer.goto('/');
  await newcomer.addStyleTag({ content: large });
  await newcomer.getByRole('link', { name: 'Create your first project' }).waitFor();
  expect(await beyond(newcomer)).toEqual([]);

  const ruled = { toolKind: 'execute', toolParameters: { command: 'npm test' }, content: null } as const;
  const risk = { level: 'medium', judged: true, reasons: [], engine: 1 } as never;
  const { page } = await openAs(
    browser,
    { ...ruled, type: 'tool_call', risk },
    { viewport: { width: 360, height: 640 } },
  );
  await page.getByRole('button', { name: 'List View' }).tap();
  await page.addStyleTag({ content: large });
  await page.getByRole('button', { name: 'Always allow this here…' }).waitFor();
  expect(await beyond(page)).toEqual([]);
});

test.each([SMALL_PHONE, SMALLEST])(
  'at $width × $height the question about a second tap stands whole between what was read and the decision',
  async (viewport) => {
    const { page } = await openAs(browser, { ...fileOf(10), risk: null }, { viewport });
    await readToEnd(frame(page));
    const offer = page.getByRole('group', { name: 'Second tap' });
    await offer.waitFor();
    const [line, box, bar] = [await boxOf(offer), await boxOf(inside(page)), await boxOf(approve(page))];
    expect(line.y, 'below the content').toBeGreaterThanOrEqual(box.bottom - 1);
    expect(line.bottom, 'above the decision').toBeLessThanOrEqual(bar.y);
    expect(line.height, 'one row').toBeLessThan(60);
    await offer.getByRole('button', { name: 'No' }).tap();
    await offer.waitFor({ state: 'detached' });
  },
);

test('on the lowest phone held sideways a message covers neither the title, nor the modes, nor the decision', async () => {
  const { page } = await openAs(browser, {}, { viewport: LOWEST, titles: ['Weave', 'Knit'] });
  await holdToasts(page);
  await readToEnd(frame(page));
  await approve(page).tap();
  const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
  await toast.getByText('Item has been approved successfully').waitFor();
  const kept = [
    page.getByRole('heading', { name: 'Approvals' }),
    page.getByRole('button', { name: 'List View' }),
    page.getByRole('button', { name: 'Swipe Mode' }),
    page.getByRole('button', { name: 'Reject', exact: true }),
    approve(page),
  ];
  await until('the message to be apart from all of them', async () => {
    const message = await boxOf(toast);
    const boxes = await Promise.all(kept.map(boxOf));
    return boxes.every((box) => areApart(message, box));
  });
  // Nor does the bar at the top.
  const bar = await boxOf(page.locator('[data-covers=top]').first());
  for (const one of kept) expect((await boxOf(one)).y).toBeGreaterThanOrEqual(bar.bottom);
});

test('a message stands above the foot of the menu, where one signs out', async () => {
  const { page } = await openAs(browser, {}, { titles: ['Weave', 'Knit'] });
  await holdToasts(page);
  await readToEnd(frame(page));
  await approve(page).tap();
  const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
  await toast.getByText('Item has been approved successfully').waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.tap();
  // A page that has nothing at its lower edge.
  await page.getByRole('dialog').getByRole('link', { name: 'Projects', exact: true }).tap();
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await menu.tap();
  const leave = page.getByRole('dialog').getByRole('button', { name: 'Sign out' });
  await until('Sign out to be in sight', () => isInSight(leave));
  await until('the message to be above it', async () => areApart(await boxOf(toast), await boxOf(leave)));
});

test('on the smallest phone a result, and the page of who is not admitted, stay within their cards', async () => {
  const user = await newUser('smallest');
  const { id } = await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  const body = { title: 'Weave', status: 'completed' } as const;
  const task = await user.api.call(routes.postProjectTask, { params: { id }, body });
  const page = await browser.open({ viewport: SMALLEST, hasTouch: true, isMobile: true });
  await signIn(page, user);
  await page.route(`**/api/tasks/${task.id}`, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ response, json: { ...((await response.json()) as object), commit: 'c0ffee' } });
  });
  await page.route(`**/api/tasks/${task.id}/result`, (route) => route.fulfill({ json: pushed }));
  await page.goto(`/tasks/${task.id}`);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('docs/loom.md').waitFor();
  const beyond = (area: Locator) =>
    area.evaluate((one) => {
      const edge = one.getBoundingClientRect().right + 0.5;
      const parts = [...one.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > edge);
      return parts.map(({ outerHTML }) => outerHTML.slice(0, 80));
    });
  expect(await beyond(result)).toEqual([]);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await refuseCalls(page, user.email);
  await page.goto('/');
  const step = page.getByRole('listitem').filter({ hasText: 'Verify your address' });
  await step.waitFor();
  expect(await beyond(step)).toEqual([]);
});

const pushed = {
  workedSeconds: 5,
  waitedSeconds: 1,
  publications: [
    {
      itemId: 'publish',
      repository: null,
      branch: `countersign/${'w'.repeat(40)}`,
      commit: 'c0ffee'.repeat(7).slice(0, 40),
      pullRequest: null,
      problem: 'Requires authentication',
      canRetry: true,
      gone: null,
      remark: null,
      note: null,
      changed: { files: 1, added: 5, removed: 0, listed: [{ path: 'docs/loom.md', added: 5, removed: 0 }] },
    },
  ],
};
