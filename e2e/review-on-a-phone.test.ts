/// <reference lib="dom" />
import type { Approval } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessible } from './support/axe.ts';
import { useBrowser } from './support/browser.ts';
import { dragByTouch } from './support/drag.ts';
import { readToEnd } from './support/read.ts';
import { fileOf, showAs } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { counter, rejectDialog } from './support/swipe.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const SMALL = { width: 390, height: 664 };
const SMALLER = { width: 360, height: 640 };
const SIDEWAYS = { width: 844, height: 390 };

interface Shown {
  viewport?: { width: number; height: number };
  mode?: 'swipe' | 'list';
  titles?: string[];
}

/** The queue on a phone, its first request shown as this. */
async function openAs(fields: Partial<Approval>, { viewport = SMALL, mode = 'swipe', titles = ['Weave'] }: Shown = {}) {
  const user = await newUser('phone');
  const pending = await newPending(user, titles);
  const page = await browser.open({ viewport, hasTouch: true, isMobile: true });
  const decided: string[] = [];
  page.on('request', (request) => {
    const [, verb] = /\/api\/task-items\/[\w-]+\/(approve|reject)$/.exec(request.url()) ?? [];
    if (verb) decided.push(verb);
  });
  await signIn(page, user);
  await showAs(page, pending[0]?.itemId ?? '', fields);
  await page.goto(mode === 'swipe' ? '/approvals?mode=swipe' : '/approvals');
  await page.getByRole('heading', { name: fields.title ?? 'Start this task?', exact: true }).waitFor();
  return { page, decided };
}

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).first();
const reject = (page: Page) => page.getByRole('button', { name: 'Reject', exact: true }).first();
const card = (page: Page, title = 'Create docs/loom.md') => page.getByRole('group', { name: title, exact: true });
const frame = (page: Page) => page.getByRole('group', { name: /^Pending approval:/ });
const inside = (page: Page) => page.locator('[data-scrolls]');
const opened = (page: Page, title = 'Create docs/loom.md') => page.getByRole('dialog', { name: title });

/** Milliseconds from when the last line of a file was drawn until Approve could be pressed, both taken in the page. */
async function unlockedAfter(page: Page, lines: number): Promise<number> {
  const after = await page.evaluate(
    (last) =>
      new Promise<number>((resolve) => {
        let drawn = 0;
        const look = () => {
          const isDrawn = document.querySelector('main')?.textContent?.includes(last) ?? false;
          if (isDrawn && drawn === 0) drawn = performance.now();
          const buttons = [...document.querySelectorAll('button')];
          const isOff = buttons.find(({ textContent }) => textContent === 'Approve')?.disabled ?? true;
          if (drawn > 0 && !isOff) resolve(performance.now() - drawn);
          else requestAnimationFrame(look);
        };
        look();
      }),
    `thread ${lines}`,
  );
  return after;
}

describe.each([
  { on: 'a phone', viewport: SMALL },
  { on: 'a desktop', viewport: { width: 1280, height: 900 } },
])('a file of 10 lines on $on', ({ viewport }) => {
  test('is unlocked within 300 ms; a drag of 151 px approves it', async () => {
    const { page, decided } = await openAs(fileOf(10), { viewport, titles: ['Weave', 'Knit'] });
    await page.getByRole('button', { name: 'Next' }).click();
    await counter(page, 2, 2);
    await page.reload();
    expect(await unlockedAfter(page, 10)).toBeLessThanOrEqual(300);
    await dragByTouch(page, card(page), 151);
    await counter(page, 1, 1);
    expect(decided).toEqual(['approve']);
  });

  test('is decided by a press in the list, and in the opened view', async () => {
    const { page, decided } = await openAs(fileOf(10), { viewport, mode: 'list', titles: ['Weave', 'Knit'] });
    await approve(page).click();
    await card(page).waitFor({ state: 'detached' });
    expect(decided).toEqual(['approve']);

    const other = await openAs(fileOf(60), { viewport });
    await other.page.keyboard.press('ArrowRight');
    await readToEnd(opened(other.page));
    await opened(other.page).getByRole('button', { name: 'Approve', exact: true }).click();
    await other.page.getByText('All caught up!').waitFor();
    expect(other.decided).toEqual(['approve']);
  });
});

describe('what is longer than the card', () => {
  test('is not approved by button, key or drag: those open it; a rejection needs no reading', async () => {
    const { page, decided } = await openAs(fileOf(300));
    await page.getByRole('button', { name: /^2\d\d more lines$/ }).waitFor();
    expect(await approve(page).isDisabled(), 'Approve').toBe(true);
    await dragByTouch(page, card(page), 160);
    await opened(page).waitFor();
    expect(await opened(page).getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await opened(page).getByRole('button', { name: 'Close' }).tap();
    await opened(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await opened(page).waitFor();
    await page.keyboard.press('Escape');
    await opened(page).waitFor({ state: 'detached' });
    await dragByTouch(page, card(page), -160);
    await rejectDialog(page).waitFor();
    expect(decided).toEqual([]);
  });

  test('scrolls under the finger, which drags the card only sideways; read to its end it is approved', async () => {
    const { page, decided } = await openAs(fileOf(40));
    const home = await card(page).boundingBox();
    expect(await approve(page).isDisabled(), 'Approve').toBe(true);
    await until('the end to be read', async () => {
      await swipeUp(page, inside(page));
      return approve(page).isEnabled();
    });
    expect(await inside(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(200);
    expect(await card(page).boundingBox()).toEqual(home);
    expect(decided).toEqual([]);
    await dragByTouch(page, card(page), 151);
    await page.getByText('All caught up!').waitFor();
    expect(decided).toEqual(['approve']);
  });

  test('says which lines were jumped over, one tap away', async () => {
    const { page } = await openAs(fileOf(300));
    await page.getByRole('button', { name: /more lines$/ }).waitFor();
    await inside(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const skipped = page.getByRole('button', { name: /^lines \d+–\d+ of docs\/loom.md not shown$/ });
    await skipped.waitFor();
    const [, first = ''] = /^lines (\d+)/.exec((await skipped.textContent()) ?? '') ?? [];
    expect(await approve(page).isDisabled(), 'Approve at the end').toBe(true);
    await skipped.tap();
    await until(`line ${first} to be in sight`, () => isInSight(page.getByText(`thread ${first}`, { exact: true })));
    await readToEnd(frame(page));
  });

  test('is ticked as viewed in one tap, which is told apart from being seen', async () => {
    const { page } = await openAs(fileOf(300));
    await page.getByRole('checkbox', { name: 'Viewed: docs/loom.md' }).check();
    await readToEnd(frame(page));
    await page.getByText(/^End of 300 lines, 2\d\d of them ticked, not seen$/).waitFor();
    await page.getByRole('checkbox', { name: 'Viewed: docs/loom.md' }).uncheck();
    await until('Approve to be off again', () => approve(page).isDisabled());
  });

  test('has an end that the keyboard reaches, with a name', async () => {
    const { page } = await openAs(fileOf(300));
    const end = page.getByText('End of 300 lines');
    await end.waitFor();
    await frame(page).focus();
    await until('the end to have the focus', async () => {
      await page.keyboard.press('Tab');
      return end.evaluate((element) => element === document.activeElement);
    });
    await until('Approve to be on', () => approve(page).isEnabled());
  });
});

test.each([SMALL, SMALLER, SIDEWAYS])('the decision stays in view at $width × $height', async (viewport) => {
  const { page } = await openAs(fileOf(300), { viewport, titles: ['Weave', 'Knit'] });
  const texts = ['Approvals', '1 of 2 pending approvals', 'Swipe left to reject • Swipe right to approve'];
  for (const text of texts) expect(await isInSight(page.getByText(text, { exact: true })), text).toBe(true);
  const names = ['List View', 'Swipe Mode', 'Previous', 'Next', 'Reject', 'Approve'];
  for (const name of names) {
    expect(await isInSight(page.getByRole('button', { name, exact: true })), name).toBe(true);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight), 'to scroll').toBe(0);
  const tops = await Promise.all(
    ['Swipe Mode', 'List View', 'Previous', 'Next'].map(async (name) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    }),
  );
  expect(new Set(tops).size, 'lines above the card').toBeLessThanOrEqual(2);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next' }).tap();
  await approve(page).tap();
  const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
  await toast.getByText('Item has been approved successfully').waitFor();
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const controls = [
    approve(page),
    reject(page),
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('heading', { level: 1 }),
  ];
  for (const control of controls) expect(await areApart(toast, control), String(control)).toBe(true);
});

test.each([SMALL, { width: 1280, height: 900 }])(
  'it is read and decided at its task at $width × $height',
  async (viewport) => {
    const user = await newUser('phone');
    const [task] = await newPending(user, ['Weave'], 'With flowers.');
    if (!task) throw new Error('Expected a task');
    const page = await browser.open({ viewport, hasTouch: true, isMobile: true });
    await signIn(page, user);
    const shown = { ...fileOf(60), toolName: 'write' };
    await page.route(/\/api\/tasks\/[\w-]+\/items$/, async (route) => {
      const response = await route.fetch();
      const items = (await response.json()) as object[];
      await route.fulfill({ response, json: items.map((item) => ({ ...item, ...shown })) });
    });
    await page.goto(`/tasks/${task.taskId}`);
    const request = page
      .getByRole('group', { name: 'Create docs/loom.md' })
      .or(page.getByRole('listitem').filter({ hasText: 'Create docs/loom.md' }))
      .filter({ has: page.getByRole('button', { name: 'Approve', exact: true }) })
      .first();
    await request.waitFor();
    expect(await approve(page).isDisabled(), 'Approve before it was read').toBe(true);
    await readToEnd(request);
    await approve(page).tap();
    await page.getByText('Item has been approved successfully').waitFor();
  },
);

test('a publish request is its change: words, files, diff; what cannot be shown wants a tick', async () => {
  const { page } = await openAs(publish);
  const face = card(page, 'Publish to acme/loom');
  for (const text of ['Weave a pattern', 'As asked.', /^2 files/]) await face.getByText(text).first().waitFor();
  await face.getByRole('region', { name: 'Changed files' }).getByText('loom.md').waitFor();
  await face.getByRole('table', { name: 'Changes of loom.md' }).waitFor();
  await face.getByText('binary, 2,345 bytes, git hash 00ffac9').waitFor();
  await until('all but the tick to be read', async () => {
    const way = frame(page).getByRole('button', { name: /(more lines?|not shown)$/ });
    if ((await way.count()) > 0) await way.tap();
    return (await page.getByRole('button', { name: '1 part to tick: cannot be shown' }).count()) > 0;
  });
  expect(await approve(page).isDisabled(), 'Approve without the tick').toBe(true);
  await page.getByRole('checkbox', { name: 'Viewed: logo.png' }).check();
  await until('Approve to be on', () => approve(page).isEnabled());
  await expectAccessible(page);
});

const publish: Partial<Approval> = {
  title: 'Publish to acme/loom',
  type: 'approval_request',
  toolKind: 'publish',
  toolParameters: {
    branch: 'countersign/weave',
    base: 'main',
    commit: 'c0ffee',
    title: 'Weave a pattern',
    body: 'As asked.',
  },
  content: ' loom.md  | 2 +-\n logo.png | Bin 0 -> 2345 bytes\n 2 files changed, 1 insertion(+), 1 deletion(-)',
  filePath: 'countersign-weave.patch',
  enforcement: 'enforced',
  fileContent: [
    'diff --git a/loom.md b/loom.md',
    'index 1111111..2222222 100644',
    '--- a/loom.md',
    '+++ b/loom.md',
    '@@ -1,2 +1,2 @@',
    ' # Loom',
    '-one thread',
    '+two threads',
    'diff --git a/logo.png b/logo.png',
    'new file mode 100644',
    'index 0000000..00ffac9',
    'GIT binary patch',
    'literal 2345',
    'JcmZQz1pojC00sa6',
    '',
    'literal 0',
    'HcmV?d00001',
    '',
    '',
  ].join('\n'),
};

/** One flick of a thumb, upwards. */
async function swipeUp(page: Page, area: Locator): Promise<void> {
  const box = await area.boundingBox();
  if (!box) throw new Error('Expected something to scroll');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 20];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  for (let step = 1; step <= 6; step += 1) await touch('touchMove', y - step * 30);
  await touch('touchEnd');
  await session.detach();
}

const isInSight = (element: Locator) =>
  element.evaluate((shown) => {
    const { top, bottom, left, right, height } = shown.getBoundingClientRect();
    return height > 0 && top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}
