/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { breakCalls } from './support/calls.ts';
import { dragByMouse, dragByTouch } from './support/drag.ts';
import { openProject } from './support/open-project.ts';
import { signIn } from './support/sign-in.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('one at a time: the newest replaces what was shown, and goes after 5 s', async () => {
  const { page, project } = await openProject(browser);
  const mend = await breakCalls(page, 'PATCH', `/api/projects/${project.id}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const auto = page.getByRole('switch', { name: 'Auto-create Containers' });
  await auto.click();
  const failure = page.getByText('Failed to update project settings');
  await failure.waitFor();
  expect(await shown(page).getByText('Error', { exact: true }).count(), 'the title of a failure').toBe(1);
  await expectAccessibleEverywhere(page);

  await mend();
  const began = Date.now();
  await auto.click();
  const success = page.getByText('Project settings updated');
  await success.waitFor();
  expect(await shown(page).count(), 'toasts on screen').toBe(1);
  expect(await failure.count(), 'the older one').toBe(0);
  await expectAccessibleEverywhere(page);
  await success.waitFor({ state: 'hidden' });
  expect(Date.now() - began, 'milliseconds').toBeGreaterThan(4_500);
  expect(Date.now() - began, 'milliseconds').toBeLessThan(15_000);
});

test.each([
  { by: 'mouse', drag: dragByMouse, options: {} },
  { by: 'touch', drag: dragByTouch, options: { viewport: PHONE, hasTouch: true, isMobile: true } },
])('dragged 50 px by $by it is gone, under that it stays', async ({ drag, options }) => {
  const page = await openQueue(options, ['Weave', 'Knit']);
  for (const pixels of [70, -70]) {
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
    const toast = shown(page);
    await toast.getByText('Item has been approved successfully').waitFor();
    await standsStill(toast);
    await drag(page, toast, Math.sign(pixels) * 40);
    expect(await toast.isVisible(), 'after 40 px').toBe(true);
    await drag(page, toast, pixels);
    await toast.waitFor({ state: 'hidden', timeout: 2_000 });
  }
});

test('is dismissed by its button, and with the keyboard', async () => {
  const page = await openQueue({}, ['Weave']);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Item has been approved successfully').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await page.getByText('Item has been approved successfully').waitFor({ state: 'hidden', timeout: 2_000 });
});

test('on a phone it leaves the next buttons free', async () => {
  const page = await openQueue({ viewport: PHONE, hasTouch: true, isMobile: true }, ['Weave', 'Knit', 'Sew']);
  const approve = page.getByRole('button', { name: 'Approve', exact: true }).first();
  const reject = page.getByRole('button', { name: 'Reject', exact: true }).first();
  await approve.tap();
  await page.getByText('Analytical engine › Weave').waitFor({ state: 'detached' });
  await expectClearOf(page, [approve, reject, page.getByRole('button', { name: 'Swipe Mode' })]);

  await page.getByRole('button', { name: 'Swipe Mode' }).tap();
  await page.getByText('1 of 2 pending approvals').waitFor();
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
  await expectClearOf(page, [create, dialog.getByRole('button', { name: 'Cancel' }), dialog.getByLabel('Name')]);
});

async function openQueue(options: Parameters<typeof browser.open>[0], titles: string[]): Promise<Page> {
  const user = await newUser('toasts');
  await newPending(user, titles);
  const page = await browser.open(options);
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Approve', exact: true }).first().waitFor();
  return page;
}

/** The store keeps what was dismissed for a while: only what can be seen counts. */
const shown = (page: Page) => page.locator('[data-scope=toast][data-part=root][data-state=open]');

/** A toast comes in from the edge. */
async function standsStill(toast: Locator): Promise<void> {
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
}

async function expectClearOf(page: Page, controls: Locator[]): Promise<void> {
  // The toast of what was done before may be making room for this one, and a busy machine begins to move it late.
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
    const isBeside = box.y >= toast.y + toast.height || box.y + box.height <= toast.y;
    expect(isBeside, `${String(control)} at ${box.y} is free of the toast at ${toast.y}`).toBe(true);
  }
}
