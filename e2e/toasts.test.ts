/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { expectAccessible } from './support/axe.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { breakCalls } from './support/calls.ts';
import { dragByTouch } from './support/drag.ts';
import { holdToasts } from './support/hold-toasts.ts';
import { signIn } from './support/sign-in.ts';
import { settled } from './support/swipe.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

// For which toast replaces which, for how long, and the mouse, see web/src/ui/toaster/toast.test.tsx.
test('dragged 50 px by a finger it is gone, under that it stays', async () => {
  const page = await openQueue({ ...phone, reducedMotion: 'no-preference' }, ['Weave', 'Knit']);
  for (const pixels of [70, -70]) {
    await settled(page, pixels > 0 ? 'Weave' : 'Knit');
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
    const toast = shown(page);
    await toast.getByText('Item has been approved successfully').waitFor();
    await standsStill(toast);
    await dragByTouch(page, toast, Math.sign(pixels) * 40);
    expect(await toast.isVisible(), 'after 40 px').toBe(true);
    await dragByTouch(page, toast, pixels);
    await toast.waitFor({ state: 'hidden' });
  }
});

test('on a phone it leaves the next buttons free', async () => {
  const page = await openQueue(phone, ['Weave', 'Knit', 'Sew']);
  const approve = page.getByRole('button', { name: 'Approve', exact: true }).first();
  const reject = page.getByRole('button', { name: 'Reject', exact: true }).first();
  await approve.tap();
  await page.getByText('Analytical engine › Weave').waitFor({ state: 'detached' });
  await expectClearOf(page, [approve, reject, page.getByRole('button', { name: 'Swipe Mode' })]);

  await page.getByRole('button', { name: 'Swipe Mode' }).tap();
  await page.getByText('1 of 2 pending approvals').waitFor();
  await expectClearOf(page, [approve, reject]);
  await approve.tap();
  await page.getByText('1 of 1 pending approvals').waitFor();
  await expectClearOf(page, [approve, reject]);

  await breakCalls(page, 'POST', '/api/projects');
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New Project' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Name').fill('Loom');
  const create = dialog.getByRole('button', { name: 'Create Project' });
  await create.tap();
  await page.getByText('Failed to create project').waitFor();
  await expectAccessible(page);
  await expectClearOf(page, [create, dialog.getByRole('button', { name: 'Cancel' }), dialog.getByLabel('Name')]);
});

test('on a desktop it leaves the sidebar free', async () => {
  const page = await openQueue({}, ['Weave', 'Knit']);
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expectClearOf(page, [sidebar.getByRole('radiogroup'), sidebar.getByRole('button', { name: 'Sign out' })]);
});

test('after Stop it leaves the message to the agent free', async () => {
  const user = await newUser('toasts');
  const [weave] = await newPending(user, ['Weave']);
  const params = { id: weave?.taskId ?? '' };
  // As if an agent were at work.
  const json = { ...(await user.api.call(routes.getTask, { params })), canStop: true };
  // With the sidebar, a toast reaches beyond the middle of it.
  const page = await browser.open({ viewport: { width: 1100, height: 800 } });
  await page.route(new RegExp(`/api/tasks/${params.id}(/stop)?$`), (route) => route.fulfill({ json }));
  await signIn(page, user);
  await page.goto(`/tasks/${params.id}`);
  await holdToasts(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stop requested').waitFor();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expectClearOf(page, [send, page.getByLabel('Message to the agent')]);
});

async function openQueue(options: Parameters<typeof browser.open>[0], titles: string[]): Promise<Page> {
  const user = await newUser('toasts');
  await newPending(user, titles);
  const page = await browser.open(options);
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Approve', exact: true }).first().waitFor();
  await holdToasts(page);
  return page;
}

/** The store keeps dismissed toasts for a while: only visible ones count. */
const shown = (page: Page) => page.locator('[data-scope=toast][data-part=root][data-state=open]');

/** A toast moves in from the edge. A movement that another takes the place of never finishes. */
async function standsStill(toast: Locator): Promise<void> {
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
}

async function expectClearOf(page: Page, controls: Locator[]): Promise<void> {
  // The previous action's toast may be making room for this one, and a busy machine starts to move it late.
  let before = Number.NaN;
  const toast = await until('a toast that stands still', async () => {
    await standsStill(shown(page));
    const box = await shown(page).boundingBox();
    const isStill = box?.y === before;
    before = box?.y ?? Number.NaN;
    return isStill && box;
  });
  for (const control of controls) {
    const box = await until(`${String(control)} to be in sight`, () => control.boundingBox());
    const isAbove = box.y + box.height <= toast.y || box.y >= toast.y + toast.height;
    const isBeside = isAbove || box.x + box.width <= toast.x || box.x >= toast.x + toast.width;
    expect(isBeside, `${String(control)} at ${box.y} is free of the toast at ${toast.y}`).toBe(true);
  }
}
