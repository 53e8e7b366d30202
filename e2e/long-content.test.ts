/// <reference lib="dom" />
import type { Approval } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { readToEnd } from './support/read.ts';
import { fileOf, showAs } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

/** An edit of this many lines, of which every hundredth changes. */
function editOf(lines: number): Partial<Approval> {
  const text = (changed: string) =>
    Array.from({ length: lines }, (_, line) => `thread ${line + 1}${line % 100 === 50 ? changed : ''}\n`).join('');
  const toolParameters = { path: 'src/loom.md', oldText: text(' wool'), newText: text(' silk') };
  return { title: 'Edit src/loom.md', type: 'tool_call', toolKind: 'edit', toolParameters, content: null };
}

/** Without a place to break it. */
const LONG_PATH = `src/${'loom'.repeat(60)}.md`;

/** A new file of this many lines, drawn like a diff: nothing of it is folded. */
function additionOf(lines: number): Partial<Approval> {
  const newText = Array.from({ length: lines }, (_, line) => `thread ${line + 1}\n`).join('');
  return { ...editOf(1), toolParameters: { path: LONG_PATH, oldText: '', newText } };
}

async function open(fields: Partial<Approval>): Promise<Page> {
  const user = await newUser('long');
  const pending = await newPending(user, ['Weave']);
  const page = await browser.open({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await signIn(page, user);
  await showAs(page, pending[0]?.itemId ?? '', fields);
  await page.goto('/approvals?mode=swipe');
  await page.locator('tr', { hasText: 'thread 51' }).first().waitFor({ state: 'attached' });
  return page;
}

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).first();
const inside = (page: Page) => page.locator('[data-scrolls]');

/** All nodes of the document, including texts. */
const nodes = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });

const isInSight = (line: Locator) =>
  line.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const isBetweenSides = (element: Locator) =>
  element.evaluate((shown) => {
    const { left, right } = shown.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  });

/** What a screen reader gets. */
async function accessibleText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes: all } = await session.send('Accessibility.getFullAXTree');
  return all.map(({ name }) => String(name?.value ?? '')).join('\n');
}

test('5,000 lines stand in few nodes and all in the accessibility tree; what was jumped over is not seen', async () => {
  const page = await open(additionOf(5000));
  expect(await nodes(page)).toBeLessThan(3000);
  const text = await accessibleText(page);
  for (const line of [1, 777, 2500, 4999, 5000]) expect(text).toMatch(new RegExp(`thread ${line}\\b`));

  // To the end at once: nobody has seen the lines in between.
  await inside(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await until('the last line to be drawn', async () => {
    await inside(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return page.locator('tr', { hasText: /^\d+added: thread 5000$/ }).isVisible();
  });
  const skipped = page.getByRole('button', { name: /^lines \d+–\d+ of src\/(loom)+.md not shown$/ });
  await skipped.waitFor();
  expect(await isBetweenSides(skipped), 'its words between the sides of the screen').toBe(true);
  expect(await approve(page).isDisabled(), 'Approve at the end').toBe(true);
  expect(await nodes(page)).toBeLessThan(3000);

  const [, first = ''] = /^lines (\d+)/.exec((await skipped.textContent()) ?? '') ?? [];
  await skipped.tap();
  const row = page.locator('tr', { hasText: new RegExp(`^\\d+added: thread ${first}$`) });
  await until(`line ${first} to be in sight`, async () => (await row.isVisible()) && isInSight(row));
});

test('30 waiting requests stand in the accessibility tree, with their contents', async () => {
  const user = await newUser('long');
  const titles = Array.from({ length: 30 }, (_, index) => `Weave ${index + 1}`);
  await newPending(user, titles, 'With flowers.');
  const page = await browser.open({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByRole('listitem').filter({ hasText: 'Weave 30' }).waitFor({ state: 'attached' });
  const text = await accessibleText(page);
  for (const title of titles) expect(text).toMatch(new RegExp(`^${title}$`, 'm'));
  expect(text.match(/^With flowers\.$/gm)?.length).toBeGreaterThanOrEqual(titles.length);
});

test('the button for the next change leads to rows that are not drawn yet, and each of them can be read', async () => {
  const page = await open(editOf(1600));
  const next = page.getByRole('button', { name: 'Next change' });
  for (const line of [51, 151, 251, 351, 451, 551]) {
    const change = page.locator('tr', { hasText: new RegExp(`^${line}removed: thread ${line} wool$`) });
    const isSeen = async () => (await change.isVisible()) && isInSight(change);
    // Once: another press, before a busy machine has drawn it, would lead past it.
    if (!(await isSeen())) await next.press('Enter');
    await until(`the change of line ${line} to be in sight`, isSeen);
  }
  await readToEnd(page.getByRole('group', { name: /^Pending approval:/ }));
});

test('cards stay below each other when the queue grows past fifty while it is read', async () => {
  const user = await newUser('growing');
  const titles = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Task ${from + index}`);
  const [first] = await newPending(user, titles(0, 48));
  const page = await browser.open({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await signIn(page, user);
  await showAs(page, first?.itemId ?? '', fileOf(400));
  await page.goto('/approvals');
  const list = page.getByRole('list', { name: 'Pending approvals' });
  await list.getByText('thread 1', { exact: true }).first().waitFor();
  await newPending(user, titles(48, 6));
  await list.locator('li[aria-setsize="54"]').first().waitFor();
  const overlaps = () =>
    list.locator('> li').evaluateAll((cards) => {
      const boxes = cards.map((card) => card.getBoundingClientRect()).sort((a, b) => a.top - b.top);
      return boxes.flatMap((box, index) => {
        const next = boxes[index + 1];
        return next && next.top < box.bottom ? [`${Math.round(box.bottom)} > ${Math.round(next.top)}`] : [];
      });
    });
  await expect.poll(overlaps).toEqual([]);
  await list
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click();
  await expect.poll(overlaps).toEqual([]);
});
