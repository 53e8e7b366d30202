import { routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { hasFocus } from './support/has-focus.ts';
import { signIn } from './support/sign-in.ts';
import { settled } from './support/swipe.ts';
import { tabTo } from './support/tab-to.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('sign in, create a project and a task in it, and see its dialogs, without a mouse', async () => {
  const user = await newUser('keyboard');
  const page = await browser.open();
  const { keyboard } = page;
  await page.goto('/login');
  await tabTo(page, page.getByRole('tabpanel').getByLabel('Email'));
  await keyboard.type(user.email);
  await keyboard.press('Tab');
  await keyboard.type(user.password);
  await keyboard.press('Enter');
  await headingOf(page, 'Dashboard').waitFor();

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await keyboard.press('Enter');
  await untilFocused(page.getByRole('main'));
  await keyboard.press('Tab');
  await untilFocused(page.getByRole('main').getByRole('link', { name: 'New', exact: true }));

  await press(page, page.getByRole('complementary').getByRole('link', { name: 'Projects' }), 'Shift+Tab');
  await untilFocused(headingOf(page, 'Projects'));
  const opener = button(page, 'New Project');
  await press(page, opener);
  const creating = page.getByRole('dialog', { name: 'Create New Project' });
  await untilFocused(creating.getByLabel('Name'));
  await keyboard.press('Escape');
  await untilFocused(opener);
  await keyboard.press('Enter');
  await untilFocused(creating.getByLabel('Name'));
  await keyboard.type('Loom');
  await keyboard.press('Enter');
  await creating.waitFor({ state: 'detached' });
  // The first project opens by itself.
  await untilFocused(headingOf(page, 'Loom'));

  await press(page, button(page, 'Add Task').first());
  const adding = page.getByRole('dialog', { name: 'Create New Task' });
  await untilFocused(adding.getByLabel('Title'));
  await keyboard.type('Weave');
  await tabTo(page, adding.getByLabel('Status'));
  await keyboard.press('a');
  await press(page, adding.getByRole('button', { name: 'Create Task' }));
  await adding.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Tasks (1)' }).getByText('Awaiting approval').waitFor();

  for (const [name, dialog] of [
    ['Settings', page.getByRole('dialog', { name: 'Project Settings' })],
    ['Create Container', page.getByRole('dialog', { name: 'Create New Container' })],
    ['Delete project', page.getByRole('alertdialog', { name: 'Delete project?' })],
  ] as const) {
    await press(page, button(page, name));
    await until(`${name} to have the keyboard`, () => dialog.locator(':focus').count().then(Boolean));
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await untilFocused(button(page, name));
  }
  await press(page, page.getByRole('region', { name: 'Tasks (1)' }).getByRole('link', { name: 'Weave' }));
  await headingOf(page, 'Weave').waitFor();
});

test('decide in the list, one at a time, and with a reason; then colours, account and the way out, without a mouse', async () => {
  const user = await newUser('keyboard');
  const pending = await newPending(user, ['Alpha', 'Beta', 'Gamma']);
  const page = await browser.open();
  const { keyboard } = page;
  await signIn(page, user);
  await page.goto('/');
  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approval Queue' }));
  await untilFocused(headingOf(page, 'Approvals'));
  await press(page, button(page, 'Approve').first());
  await page.getByText('Analytical engine › Alpha').waitFor({ state: 'detached' });
  await untilFocused(page.getByRole('listitem').filter({ hasText: 'Beta' }));

  await press(page, button(page, 'Swipe Mode'), 'Shift+Tab');
  await untilFocused(swipeCard(page, 'Beta'));
  await keyboard.press('ArrowLeft');
  const dialog = page.getByRole('dialog', { name: 'Reject Approval' });
  await untilFocused(dialog.getByLabel('Reason for rejection *'));
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await untilFocused(swipeCard(page, 'Beta'));
  await keyboard.press('ArrowLeft');
  await untilFocused(dialog.getByLabel('Reason for rejection *'));
  await keyboard.type('Use less yarn');
  await press(page, dialog.getByRole('button', { name: 'Reject', exact: true }));
  await page.getByText('1 of 1 pending approvals').waitFor();
  await untilFocused(swipeCard(page, 'Gamma'));
  await settled(page, 'Gamma');
  await until('Approve to be on', () => button(page, 'Approve').isEnabled());
  await keyboard.press('ArrowRight');
  await page.getByText('All caught up!').waitFor();
  await untilFocused(headingOf(page, 'Approvals'));
  const decisions = async () => {
    const items = await Promise.all(
      pending.map(({ taskId }) => user.api.call(routes.listTaskItems, { params: { id: taskId } })),
    );
    return items.map(([item]) => [item?.isApproved, item?.rejectionReason]);
  };
  await expect.poll(decisions).toEqual([
    [true, null],
    [false, 'Use less yarn'],
    [true, null],
  ]);

  await tabTo(page, page.getByRole('radio', { name: 'Same as system' }), 'Shift+Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('html').getAttribute('class')).toBe('dark');
  const account = button(page, `Account ${user.email}`);
  await press(page, account);
  const details = page.getByRole('dialog', { name: 'Account' });
  await details.waitFor();
  await keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await untilFocused(account);
  await press(page, button(page, 'Sign out'));
  await page.waitForURL('**/login');
});

/** Goes there by Tab and presses Enter. */
async function press(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

const untilFocused = (target: Locator) => until(`${target} to have the focus`, () => hasFocus(target));
const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const swipeCard = (page: Page, title: string) =>
  page.getByRole('group', { name: /^Pending approval:/ }).filter({ hasText: title });
