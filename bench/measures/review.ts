import type { Page } from 'playwright-core';
import { signIn, untilDrawn, withBrowser } from '../browser.ts';
import { drag, scroll } from '../gestures.ts';
import { countNodes, LONG_TASK_MS, LONG_TASKS, observe } from '../observe.ts';
import type { Table } from '../table.ts';
import { newUser } from '../user.ts';
import { addVariedApprovals } from '../varied-approvals.ts';

const APPROVALS = 1_000;
const LINES = 5_000;
const DEVICES = {
  phone: { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
};
const SWIPES = 5;
const KEY_DELAY_MS = 60;
const SEARCHES = ['task 99', 'textiles', 'no request is called like this'];
const APPROVE = '//button[not(@disabled) and normalize-space()="Approve"]';

/** Many requests, and a long one: how soon can a person decide, and does the page stutter meanwhile? */
export async function measureReview(): Promise<Table[]> {
  const user = await newUser();
  // Those that are swiped are short: anything longer must be read to its end first.
  await addVariedApprovals(user, APPROVALS, 2 * Object.keys(DEVICES).length * SWIPES);
  const opened: (string | number)[][] = [];
  const moved: (string | number)[][] = [];
  for (const [device, options] of Object.entries(DEVICES)) {
    const { hasTouch } = options;
    await withBrowser(async (page) => {
      await signIn(page, user);
      for (const mode of ['list', 'swipe']) {
        const name = `${device}, ${mode}`;
        const to = `/approvals${mode === 'swipe' ? '?mode=swipe' : ''}`;
        opened.push([`${APPROVALS} requests, ${name}`, await untilPossible(page, to, APPROVE), await countNodes(page)]);
        if (mode === 'list') {
          for (const words of SEARCHES)
            moved.push(await observe(page, `${name}: searching "${words}"`, () => searchFor(page, words)));
          moved.push(await observe(page, `${name}: scrolling`, () => scroll(page, hasTouch)));
        } else {
          moved.push(await observe(page, `${name}: swiping ${SWIPES}`, () => swipe(page, hasTouch)));
          moved.push(await observe(page, `${name}: typing a reason`, () => typeReason(page)));
        }
      }
      await showLongEdit(page);
      for (const mode of ['list', 'swipe']) {
        const name = `${device}, ${mode}`;
        const to = `/approvals${mode === 'swipe' ? '?mode=swipe' : ''}`;
        const words = `an edit of ${LINES} lines, ${name}`;
        opened.push([
          words,
          await untilPossible(page, to, '//*[text()[contains(., "value0 ")]]'),
          await countNodes(page),
        ]);
        if (mode === 'list')
          await page
            .getByRole('button', { name: /^Show all/ })
            .first()
            .click();
        moved.push(await observe(page, `${words}: scrolling`, () => scroll(page, hasTouch)));
      }
    }, options);
  }
  return [
    {
      title: 'Opening what waits for a decision',
      goal: 'the first decision possible within 1,000 ms; fewer than 3,000 nodes in the document',
      limits: [
        { column: 'ms until it can be decided', atMost: 1_000 },
        { column: 'nodes', below: 3_000 },
      ],
      columns: ['what', 'ms until it can be decided', 'nodes'],
      rows: opened,
    },
    {
      title: 'Deciding',
      goal: `no task over ${LONG_TASK_MS} ms of processor time; fewer than 3,000 nodes in the document`,
      limits: [
        { column: LONG_TASKS, atMost: 0 },
        { column: 'most nodes', below: 3_000 },
      ],
      columns: ['what', LONG_TASKS, 'longest, CPU ms', 'longest, clock ms', 'most nodes'],
      rows: moved,
    },
  ];
}

const approve = (page: Page) => page.locator(APPROVE).first();

/** Milliseconds from opening a page until this element is drawn. */
async function untilPossible(page: Page, path: string, sign: string): Promise<number> {
  await page.goto('about:blank');
  const began = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await untilDrawn(page, sign);
  return performance.now() - began;
}

/** Drags card after card to the right, far enough, and waits for the next one. */
async function swipe(page: Page, hasTouch: boolean): Promise<void> {
  for (let count = 0; count < SWIPES; count += 1) {
    await approve(page).waitFor();
    await page.locator('[aria-label^="Pending approval:"][inert]').waitFor({ state: 'detached' });
    const box = await page.locator('[aria-label^="Pending approval:"]:not([inert])').boundingBox();
    if (!box) throw new Error('There is no card to swipe');
    const decided = page.waitForResponse((response) => response.url().endsWith('/approve'));
    await drag(page, { x: box.x + 60, y: box.y + 40 }, 200, hasTouch);
    await decided;
  }
}

/** Types into the search box, and deletes it again. */
async function searchFor(page: Page, words: string): Promise<void> {
  const box = page.getByRole('searchbox');
  // A phone shows it on demand.
  if (!(await box.isVisible())) await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await box.pressSequentially(words, { delay: KEY_DELAY_MS });
  await page.getByText(/ approvals shown/).waitFor();
  for (const _letter of words) await box.press('Backspace', { delay: KEY_DELAY_MS / 2 });
  await page.getByText(/ approvals shown/).waitFor({ state: 'detached' });
}

async function typeReason(page: Page): Promise<void> {
  await page
    .locator('button:not([disabled])', { hasText: /^Reject$/ })
    .first()
    .click();
  const field = page.getByRole('dialog').getByRole('textbox').first();
  await field.pressSequentially('Another thread, please', { delay: KEY_DELAY_MS });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Shows the first request as if an agent wanted to change every fourth of 5,000 lines. */
async function showLongEdit(page: Page): Promise<void> {
  const lines = (change: (index: number) => string) =>
    Array.from({ length: LINES }, (_, index) => `  const value${index} = weave(${index}, '${change(index)}');\n`).join(
      '',
    );
  const toolParameters = {
    path: 'src/loom.ts',
    oldText: lines(() => 'wool'),
    newText: lines((index) => (index % 4 === 0 ? 'silk' : 'wool')),
  };
  await page.route(/\/api\/approvals(\?.*)?$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const [first, ...others] = (await response.json()) as object[];
    const shown = {
      ...first,
      title: 'Edit src/loom.ts',
      type: 'tool_call',
      toolKind: 'edit',
      toolParameters,
      content: null,
    };
    await route.fulfill({ response, json: [shown, ...others] });
  });
}
