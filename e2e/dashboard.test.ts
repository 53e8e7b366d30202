/// <reference lib="dom" />
import { routes } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { breakCalls, holdCalls, recordCalls } from './support/calls.ts';
import { signIn } from './support/sign-in.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();
const NUMBERS = ['Total Projects', 'Pending Approval', 'Completed Tasks', 'Running Tasks'];

test('is empty at first: four zeros, no projects, no approvals, and a way on', async () => {
  const page = await openDashboard(await newUser('dashboard'));
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByText('Overview of your projects and tasks').waitFor();
  expect(await page.title()).toBe('Dashboard · Countersign');
  await section(page, 'Recent Projects').getByText('No projects yet').waitFor();
  await section(page, 'Approval Queue').getByText('No pending approvals').waitFor();
  await expectNumbers(page, [0, 0, 0, 0]);
  expect(await page.getByText('Open Swipe Interface').count(), 'nothing to swipe').toBe(0);
  await expectAccessibleEverywhere(page);
  await page.getByRole('link', { name: 'Create your first project' }).click();
  await page.waitForURL('**/projects');
});

test('shows its shape while it is on its way: four cards; then what could not be loaded, to be tried again; then all of it', async () => {
  const { page } = await newFull();
  const calls = recordCalls(page);
  const paths = ['/api/dashboard/stats', '/api/projects', '/api/approvals'];
  const mends: (() => Promise<void>)[] = [];
  const releases: (() => void)[] = [];
  for (const path of paths) {
    mends.push(await breakCalls(page, 'GET', path));
    releases.push(await holdCalls(page, path));
  }
  await page.goto('/');
  await page.getByTestId('stat-skeleton').first().waitFor();
  expect(await page.getByTestId('stat-skeleton').count()).toBe(4);
  await page.getByText('Loading projects').waitFor();
  await page.getByText('Loading approvals').waitFor();

  for (const release of releases) release();
  await page.getByText('The numbers could not be loaded').waitFor();
  await page.getByText('Projects could not be loaded').waitFor();
  await page.getByText('Approvals could not be loaded').waitFor();
  await expectNumbers(page, [0, 0, 0, 0]);
  await expectAccessibleEverywhere(page);

  for (const mend of mends) await mend();
  for (let left = 3; left > 0; left -= 1) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Try again' }).count(), { timeout: 30_000 })
      .toBe(left - 1);
  }
  await cardOf(section(page, 'Approval Queue'), 'Weave').waitFor();
  await cardOf(section(page, 'Recent Projects'), 'Loom').waitFor();
  await expectNumbers(page, [4, 3, 1, 1]);
  const projects = section(page, 'Recent Projects');
  expect(await projects.getByRole('link').allInnerTexts()).toEqual([
    'View all',
    'Analytical engine',
    'on ice forever',
    'Loom',
  ]);
  const engine = cardOf(projects, 'Analytical engine');
  await engine.getByText('AE', { exact: true }).waitFor();
  await engine.getByText('5 tasks · 3 pending approval').waitFor();
  await engine.getByText('Active').waitFor();
  const loom = cardOf(projects, 'Loom');
  await loom.getByText('L', { exact: true }).waitFor();
  await loom.getByText('0 tasks · 0 pending approval').waitFor();
  await loom.getByText('Paused').waitFor();
  const ice = cardOf(projects, 'on ice forever');
  await ice.getByText('OI', { exact: true }).waitFor();
  await ice.getByText('Frozen').waitFor();
  expect(await lookOf(ice.getByText('Frozen')), 'neutral').not.toBe(await lookOf(engine.getByText('Active')));

  const queue = section(page, 'Approval Queue');
  expect(await queue.getByRole('link').allInnerTexts()).toEqual(['View all', 'Weave', 'Knit', 'Open Swipe Interface']);
  const weave = cardOf(queue, 'Weave');
  await weave.getByText('Analytical engine').waitFor();
  await weave.getByText(/^\w{3} \d+, \d{4}$/).waitFor();
  expect(calls).toEqual(
    expect.arrayContaining(['GET /api/dashboard/stats', 'GET /api/projects', 'GET /api/approvals']),
  );

  await expectAccessibleEverywhere(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
});

test('leads to what it shows, and changes by itself when something is decided elsewhere', async () => {
  const { page, user, projectId, pending } = await openFull();
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
  await section(page, 'Recent Projects').getByText('5 tasks · 0 pending approval').waitFor();

  // A card is one large target: a click beside the words counts.
  await cardOf(section(page, 'Recent Projects'), 'Analytical engine').click({ position: { x: 10, y: 10 } });
  await page.waitForURL(`**/projects/${projectId}`);
});

async function openDashboard(user: TestUser): Promise<Page> {
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/');
  return page;
}

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

/** The card whose link this is. */
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

const lookOf = (badge: Locator) => badge.evaluate((element) => getComputedStyle(element).color);
