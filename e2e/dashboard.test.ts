import { routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const NUMBERS = ['Total Projects', 'Pending Approval', 'Completed Tasks', 'Running Tasks'];

// For empty, loading and failed states, see web/src/pages/dashboard/dashboard-page.test.tsx.
test('leads to what it shows, and changes by itself when something is decided elsewhere', async () => {
  const { page, user, projectId, pending } = await openFull();
  await expectNumbers(page, [4, 3, 1, 1]);
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  await page.setViewportSize(DESKTOP);
  const ways: [string, string, string][] = [
    ['Recent Projects', 'View all', '/projects'],
    ['Recent Projects', 'Analytical engine', `/projects/${projectId}`],
    ['Approval Queue', 'View all', '/approvals'],
    ['Approval Queue', 'Open Swipe Interface', '/approvals?mode=swipe'],
    ['Quick Actions', 'New Project', '/projects'],
    ['Quick Actions', 'View Tasks', '/tasks'],
    ['Quick Actions', 'Review Approvals', '/approvals'],
  ];
  for (const [heading, link, path] of ways) {
    const way = section(page, heading).getByRole('link', { name: link, exact: true });
    expect(await way.getAttribute('href'), `${heading}: ${link}`).toBe(path);
  }
  const decision = section(page, 'Approval Queue').getByRole('link', { name: 'Weave', exact: true });
  expect(await decision.getAttribute('href')).toMatch(/^\/approvals\/[\w-]{21}$/);
  const main = page.getByRole('main');
  const plain = { New: '/projects', 'Total Projects': '/projects', 'Pending Approval': '/approvals' };
  for (const [name, path] of Object.entries(plain)) {
    expect(await main.getByRole('link', { name, exact: true }).getAttribute('href'), name).toBe(path);
  }

  for (const { itemId: id, hash } of pending) {
    await user.api.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash });
  }
  await section(page, 'Approval Queue').getByText('No pending approvals').waitFor();
  await expectNumbers(page, [4, 0, 1, 1]);
  await section(page, 'Recent Projects').getByText('5 tasks · 0 tasks pending approval').waitFor();

  // A card is one large target: a click beside the words counts.
  await cardOf(section(page, 'Recent Projects'), 'Analytical engine').click({ position: { x: 10, y: 10 } });
  await page.waitForURL(`**/projects/${projectId}`);
});

/** Four projects, the newest with three questions and two tasks kept by hand. */
async function newFull() {
  const user = await newUser('dashboard');
  for (const body of [
    { name: 'Oldest' },
    { name: 'Loom', status: 'paused' },
    { name: 'on ice forever', status: 'frozen' },
  ])
    await user.api.call(routes.postProject, { body });
  const pending = await newPending(user, ['Weave', 'Knit', 'Sew']);
  const projectId = pending[0]?.projectId ?? '';
  for (const status of ['running', 'completed'] as const)
    await user.api.call(routes.postProjectTask, { params: { id: projectId }, body: { title: status, status } });
  const page = await browser.open();
  await signIn(page, user);
  return { page, user, projectId, pending };
}

async function openFull() {
  const full = await newFull();
  await full.page.goto('/');
  await cardOf(section(full.page, 'Approval Queue'), 'Weave').waitFor();
  await cardOf(section(full.page, 'Recent Projects'), 'Loom').waitFor();
  return full;
}

const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });

/** The card with this link. */
const cardOf = (within: Locator, name: string) =>
  within.getByRole('link', { name, exact: true }).locator('xpath=../..');

async function expectNumbers(page: Page, numbers: number[]): Promise<void> {
  const seen = async () => {
    const words = (await page.getByRole('main').locator('data').allInnerTexts()).map(Number);
    return Object.fromEntries(NUMBERS.map((name, index) => [name, words[index]]));
  };
  await expect
    .poll(seen, { timeout: 30_000 })
    .toEqual(Object.fromEntries(NUMBERS.map((name, index) => [name, numbers[index]])));
}
