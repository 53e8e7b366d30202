import type { Page } from 'playwright-core';
import { signIn, untilDrawn, withBrowser } from '../browser.ts';
import { addApprovals } from '../many.ts';
import { countNodes, LONG_TASK_MS, observe, scroll } from '../observe.ts';
import type { Table } from '../table.ts';
import { newUser } from '../user.ts';

const APPROVALS = 1_000;
const LINES = 5_000;
const PHONE = { width: 390, height: 664 };
const DESKTOP = { width: 1280, height: 900 };
const SWIPES = 5;
const APPROVE = '//button[not(@disabled) and normalize-space()="Approve"]';

/** Many requests, and a long one: how soon can a person decide, and does the page stutter meanwhile? */
export async function measureReview(): Promise<Table[]> {
  const user = await newUser();
  // Short enough for a card to fit a phone: a longer one must be read to its end before it can be approved.
  await addApprovals(user, APPROVALS, 'Mend what is broken.');
  const opened: (string | number)[][] = [];
  const moved: (string | number)[][] = [];
  for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    await withBrowser(async (page) => {
      await page.setViewportSize(viewport);
      await signIn(page, user);
      for (const mode of ['list', 'swipe']) {
        const name = `${device}, ${mode}`;
        const to = `/approvals${mode === 'swipe' ? '?mode=swipe' : ''}`;
        opened.push([`${APPROVALS} requests, ${name}`, await untilPossible(page, to, APPROVE), await countNodes(page)]);
        if (mode === 'list') moved.push(await observe(page, `${name}: scrolling`, () => scroll(page)));
        else moved.push(await observe(page, `${name}: swiping ${SWIPES}`, () => swipe(page)));
        if (mode === 'swipe') moved.push(await observe(page, `${name}: typing a reason`, () => typeReason(page)));
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
        moved.push(await observe(page, `${words}: scrolling`, () => scroll(page)));
      }
    });
  }
  return [
    {
      title: 'Opening what waits for a decision',
      goal: 'the first decision possible within 1,000 ms; fewer than 3,000 nodes in the document',
      columns: ['what', 'ms until it can be decided', 'nodes'],
      rows: opened,
    },
    {
      title: 'Deciding',
      goal: `no task over ${LONG_TASK_MS} ms of processor time; fewer than 3,000 nodes in the document`,
      columns: ['what', `tasks over ${LONG_TASK_MS} ms`, 'longest, CPU ms', 'longest, clock ms', 'most nodes'],
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
async function swipe(page: Page): Promise<void> {
  for (let count = 0; count < SWIPES; count += 1) {
    await approve(page).waitFor();
    await page.locator('[aria-label^="Pending approval:"][inert]').waitFor({ state: 'detached' });
    const box = await page.locator('[aria-label^="Pending approval:"]:not([inert])').boundingBox();
    if (!box) throw new Error('There is no card to swipe');
    const [x, y] = [box.x + 60, box.y + 40];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 20; step += 1) await page.mouse.move(x + step * 10, y);
    const decided = page.waitForResponse((response) => response.url().endsWith('/approve'));
    await page.mouse.up();
    await decided;
  }
}

async function typeReason(page: Page): Promise<void> {
  await page
    .locator('button:not([disabled])', { hasText: /^Reject$/ })
    .first()
    .click();
  const field = page.getByRole('dialog').getByRole('textbox').first();
  await field.pressSequentially('Another thread, please', { delay: 40 });
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
