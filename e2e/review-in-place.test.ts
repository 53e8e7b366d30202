/// <reference lib="dom" />
import { type Approval, routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending, type PendingTask } from './support/approvals.ts';
import { expectAccessible } from './support/axe.ts';
import { useBrowser } from './support/browser.ts';
import { holdToasts } from './support/hold-toasts.ts';
import { approve, card, frame, isInSight, openAs, SMALL_PHONE } from './support/phone-review.ts';
import { pressIfThere } from './support/press-if-there.ts';
import { readToEnd } from './support/read.ts';
import { fileOf } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { counter } from './support/swipe.ts';
import { until } from './support/until.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();
const SMALLER = { width: 360, height: 640 };
const SIDEWAYS = { width: 844, height: 390 };

const reject = (page: Page) => page.getByRole('button', { name: 'Reject', exact: true }).first();

test('the decision stays in view on small phones, also held sideways, and a toast covers nothing of it', async () => {
  const titles = ['Weave', 'Knit', 'Spin', 'Sew', 'Mend'];
  const { page, user, pending } = await openAs(browser, fileOf(300), { titles });
  await answerAtOnce(page, user, pending);
  await holdToasts(page);
  for (const [decided, viewport] of [SMALL_PHONE, SMALLER, SIDEWAYS].entries()) {
    await page.setViewportSize(viewport);
    const where = `at ${viewport.width} × ${viewport.height}`;
    const count = `1 of ${titles.length - decided} pending approvals`;
    await page.getByText(count, { exact: true }).waitFor();
    for (const text of ['Approvals', count, 'Swipe left to reject • Swipe right to approve']) {
      await until(`${text} to be in sight ${where}`, () => isInSight(page.getByText(text, { exact: true })));
    }
    for (const name of ['List View', 'Swipe Mode', 'Previous', 'Next', 'Reject', 'Approve']) {
      expect(await isInSight(page.getByRole('button', { name, exact: true })), `${name} ${where}`).toBe(true);
    }
    const toScroll = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(await toScroll(), `to scroll ${where}`).toBe(0);
    const tops = await Promise.all(
      ['Swipe Mode', 'List View', 'Previous', 'Next'].map(async (name) => {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox();
        return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
      }),
    );
    expect(new Set(tops).size, `lines above the card ${where}`).toBeLessThanOrEqual(2);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Next' }).tap();
    await until('the next card to take decisions', () => approve(page).isEnabled());
    const isReadable = pressTooSoon(page);
    await approve(page).tap();
    await counter(page, 2, titles.length - decided - 1);
    expect(await isReadable, `that a press was ignored, beside the toast ${where}`).toBe(true);
    const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
    await toast.getByText('Item has been approved successfully').waitFor();
    await toast.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
    );
    const heading = page.getByRole('heading', { level: 1 });
    for (const control of [approve(page), reject(page), page.getByRole('button', { name: 'Menu' }), heading]) {
      expect(await areApart(toast, control), `${String(control)} ${where}`).toBe(true);
    }
    await page.getByRole('button', { name: 'Previous' }).tap();
    const left = frame(page).getByRole('button', { name: /^\d+ more lines$/ });
    await until(`what is left to be seen beside the toast ${where}`, async () => {
      return (await left.isVisible()) && (await toast.isVisible()) && areApart(toast, left);
    });
    await toast.getByRole('button', { name: 'Dismiss' }).tap();
  }
});

// Judged, so that a rule is offered as well.
const low: Approval['risk'] = { level: 'low', judged: true, reasons: [], engine: 1 };

test.each([SMALL_PHONE, SMALLER, SIDEWAYS])(
  'in the list at $width × $height the decision is in view with its card, and covers nothing that counts as seen',
  async (viewport) => {
    const { page, decided } = await openAs(
      browser,
      { ...fileOf(16), risk: low },
      { viewport, mode: 'list', titles: ['Weave', 'Knit'] },
    );
    const face = card(page);
    await page.getByText('Always allow this here…').waitFor();
    for (const name of ['Reject', 'Approve'])
      expect(await isInSight(face.getByRole('button', { name, exact: true })), name).toBe(true);
    // The end of the content stands behind it.
    expect(await approve(page).isDisabled(), 'Approve before it was read').toBe(true);
    await expectAccessible(page);
    await readToEnd(face);
    const rule = page.getByRole('button', { name: 'Always allow this here…' });
    for (const element of [page.getByText('End of 16 lines', { exact: true }), rule]) {
      await element.evaluate((behind) => scrollBy(0, behind.getBoundingClientRect().bottom + 10 - innerHeight));
      await element.focus();
      expect(
        await areApart(page.locator('[data-covers=bottom]').first(), element),
        `${String(element)} with the focus`,
      ).toBe(true);
    }
    await approve(page).tap();
    await page.getByText('Item has been approved successfully').waitFor();
    expect(decided).toEqual(['approve']);
    // The toast leaves the next decision free.
    const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
    await until('the next decision to be beside the toast', async () =>
      areApart(toast, page.locator('[data-covers=bottom]').first()),
    );
  },
);

test('in the list the buttons stay where they are while another press is asked for, in words beside the toast', async () => {
  const { page, decided } = await openAs(
    browser,
    { ...fileOf(40), risk: null },
    { viewport: SMALLER, mode: 'list', titles: ['Weave', 'Knit'] },
  );
  await holdToasts(page);
  const offer = page.getByRole('group', { name: 'Second tap' });
  // On a busy machine a tap may last as long as a long press, which turns nothing on.
  await until('a second tap to be asked for', async () => {
    await pressIfThere(offer.getByRole('button', { name: 'Turn on' }), { touch: true });
    return (await offer.count()) === 0;
  });
  const other = card(page, 'Start this task?');
  await readToEnd(other);
  await other.getByRole('button', { name: 'Approve', exact: true }).tap();
  const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
  await toast.getByText('Item has been approved successfully').waitFor();
  await readToEnd(card(page));
  // The card is higher than the screen: the decision stays at its lower edge.
  await page.evaluate(() => scrollTo(0, 0));
  const place = await approve(page).boundingBox();
  await approve(page).tap();
  const words = page.getByText('High risk: press Approve once more.');
  await words.waitFor();
  expect(await approve(page).boundingBox()).toEqual(place);
  expect(await isInSight(words)).toBe(true);
  await until('the words to be beside the toast', () => areApart(toast, words));
  await until('the second press to count', async () => {
    await pressIfThere(approve(page), { touch: true });
    return decided.length > 1;
  });
});

test.each([SMALL_PHONE, SMALLER, SIDEWAYS])('opened at $width × $height, it is read and decided', async (viewport) => {
  const { page, decided } = await openAs(browser, fileOf(60), { viewport });
  await page.keyboard.press('ArrowRight');
  const opened = page.getByRole('dialog', { name: 'Create docs/loom.md' });
  const button = (name: string | RegExp) => opened.getByRole('button', { name, exact: true });
  for (const name of ['Close', 'Done', 'Reject', 'Approve', /^\d+ more lines$/]) {
    await until(`${name} to be in sight`, () => isInSight(button(name)));
  }
  const first = opened.getByText('thread 1', { exact: true });
  expect(await isInSight(first), 'the first line').toBe(true);
  expect(await button('Approve').isDisabled(), 'Approve before it was read').toBe(true);
  await expectAccessible(page);
  const whole = opened.getByRole('group', { name: 'Complete content' });
  const beside = await whole.evaluate((element) => {
    const [ring, text] = [element, element.firstElementChild].map((one) => one?.getBoundingClientRect().left ?? 0);
    return (text ?? 0) - (ring ?? 0) + Number.parseFloat(getComputedStyle(element).outlineOffset);
  });
  expect(beside, 'pixels from the focus ring to the text').toBeGreaterThanOrEqual(4);
  await readToEnd(opened);
  expect(await isInSight(button('Approve'))).toBe(true);
  await button('Approve').tap();
  await page.getByText('All caught up!').waitFor();
  await expect.poll(() => decided).toEqual(['approve']);
});

// For the desktop, see task-detail.test.ts.
test.each([SMALL_PHONE, SMALLER, SIDEWAYS])(
  'at its task at $width × $height its decision is in view, and it is read and decided',
  async (viewport) => {
    const user = await newUser('phone');
    const [task] = await newPending(user, ['Weave'], 'With flowers.');
    if (!task) throw new Error('Expected a task');
    const page = await browser.open({ viewport, hasTouch: true, isMobile: true });
    await signIn(page, user);
    const shown = {
      ...fileOf(60),
      toolName: 'write',
      content: `A word is no wider than a phone: ${'thread'.repeat(20)}`,
    };
    await page.route(/\/api\/tasks\/[\w-]+\/items$/, async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const items = (await response.json()) as object[];
      await route.fulfill({ response, json: items.map((item) => ({ ...item, ...shown })) });
    });
    await page.goto(`/tasks/${task.taskId}`);
    const request = page
      .getByRole('group', { name: 'Create docs/loom.md' })
      .filter({ has: page.getByRole('button', { name: 'Approve', exact: true }) });
    await request.waitFor();
    for (const name of ['Reject', 'Approve']) {
      const button = request.getByRole('button', { name, exact: true });
      await until(`${name} to be in sight`, () => isInSight(button));
    }
    expect(await approve(page).isDisabled(), 'Approve before it was read').toBe(true);
    await expectAccessible(page);
    await readToEnd(request);
    expect(await isInSight(approve(page)), 'Approve where it was read to its end').toBe(true);
    await approve(page).tap();
    await page.getByText('Item has been approved successfully').waitFor();
  },
);

test.each([SMALL_PHONE, SMALLER, SIDEWAYS])(
  'by its address at $width × $height, it begins in view, with its decision',
  async (viewport) => {
    const { page, pending, decided } = await openAs(browser, fileOf(60), { viewport, titles: ['Weave', 'Knit'] });
    await page.goto(`/approvals/${pending[0]?.itemId}`);
    const face = card(page);
    await face.waitFor();
    for (const element of [reject(page), approve(page), face.getByText('thread 1', { exact: true })])
      await until(`${String(element)} to be in sight`, () => isInSight(element));
    // The page's head is one line.
    expect((await face.boundingBox())?.y, 'pixels above the card').toBeLessThan(150);
    await expectAccessible(page);
    await readToEnd(frame(page));
    await approve(page).tap();
    await page.getByText('Open its task').waitFor();
    expect(decided).toEqual(['approve']);
  },
);

test('a publish request is its change: words, files, diff; what cannot be shown wants a tick', async () => {
  const { page } = await openAs(browser, publish);
  const face = card(page, 'Publish to acme/loom');
  for (const text of ['Weave a pattern', 'As asked.', /^2 files/]) await face.getByText(text).first().waitFor();
  await face.getByRole('region', { name: 'Changed files' }).getByText('loom.md').waitFor();
  await face.getByRole('table', { name: 'Changes of loom.md' }).waitFor();
  await face.getByText('binary, 2,345 bytes, git hash 00ffac9').waitFor();
  await until('all but the tick to be read', async () => {
    const way = frame(page).getByRole('button', { name: /(more lines?|not shown)$/ });
    await pressIfThere(way, { touch: true });
    return (await page.getByRole('button', { name: '1 part to tick: cannot be shown' }).count()) > 0;
  });
  expect(await approve(page).isDisabled(), 'Approve without the tick').toBe(true);
  await page.getByRole('checkbox', { name: 'Viewed: logo.png' }).press('Space');
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

/**
 * Answers approvals in the page, because what is said about an ignored press stands for two seconds only. The server
 * gets them too, and no list is read until it has stored them.
 */
async function answerAtOnce(page: Page, user: TestUser, pending: readonly PendingTask[]): Promise<void> {
  const read = ({ itemId }: PendingTask) => user.api.call(routes.getTaskItem, { params: { id: itemId } });
  const items = await Promise.all(pending.map(read));
  const stored: Promise<unknown>[] = [];
  await page.route(/\/api\/task-items\/[\w-]+\/approve$/, async (route) => {
    stored.push(route.fetch({ maxRetries: 3 }).catch(() => undefined));
    const item = items.find(({ id }) => route.request().url().includes(id));
    const releaseAt = new Date(Date.now() + 3_000).toISOString();
    await route.fulfill({ json: { ...item, isApproved: true, releaseAt } });
  });
  await page.route(/\/api\/approvals$/, async (route) => {
    await Promise.all(stored);
    await route.fallback();
  });
}

/**
 * Presses a key as soon as the next card is there, and tells whether what is said about that stands beside the toast.
 * In the page, since it is said for two seconds only.
 */
function pressTooSoon(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const shown = (selector: string, text = '') =>
      new Promise<Element>((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(selector)].find(({ textContent }) => textContent.includes(text));
          if (!found) return;
          watching.disconnect();
          resolve(found);
        };
        // Not frame by frame: a busy machine may draw none while the card is still new.
        const watching = new MutationObserver(look);
        watching.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      });
    const isNew = '[role=group][aria-disabled=true]:not([inert])';
    const next = await shown(isNew);
    // The page hears its keys only then.
    await new Promise((resolve) => setTimeout(resolve));
    if (!next.matches(isNew)) throw new Error('The next card could be decided before the key was pressed');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    const words = await shown('[role=status] p', 'Ignored: this has just appeared. Press again.');
    const toast = await shown('[data-scope=toast][data-part=root][data-state=open]', 'Item has been approved');
    while (words.isConnected) {
      const [a, b] = [words.getBoundingClientRect(), toast.getBoundingClientRect()];
      if (b.height > 0 && (a.top >= b.bottom || a.left >= b.right)) return true;
      // A toast moves in from the edge.
      await new Promise(requestAnimationFrame);
    }
    return false;
  });
}

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}
