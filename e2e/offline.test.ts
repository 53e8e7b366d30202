import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { recordCalls } from './support/calls.ts';
import { newContainer } from './support/containers.ts';
import { goOnline } from './support/go-online.ts';
import { hasFocus } from './support/has-focus.ts';
import { pressWhenOn } from './support/press-when-on.ts';
import { signIn } from './support/sign-in.ts';
import { settled } from './support/swipe.ts';
import { tracesOf, untilKept } from './support/traces.ts';
import { until } from './support/until.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();

/** What each place shows to a user who has one of everything. */
const lists = [
  { link: 'Projects', heading: 'Projects', shown: 'Analytical engine' },
  { link: 'Repositories', heading: 'Repositories', shown: 'hello-world' },
  { link: 'Approval Queue', heading: 'Approvals', shown: 'Start this task?' },
  { link: 'All Tasks', heading: 'All Tasks', shown: 'Weave' },
  { link: 'Containers', heading: 'Containers', shown: 'Workshop' },
] as const;

test('after one visit the app and its last lists are there without a network, decide nothing, and then go on', async () => {
  const user = await newUser('offline');
  const projectId = await newWaiting(user);
  await user.api.call(routes.postRepository, {
    body: { owner: 'acme', name: 'hello-world', url: 'https://github.com/acme/hello-world', projectId },
  });
  await newContainer(user, 'Workshop', projectId);
  const page = await visit(user, '/', 'Dashboard', 'Analytical engine');
  for (const { link, heading, shown } of lists) {
    await placeOf(page, link).click();
    await expectShown(page, heading, shown);
  }
  await untilKept(page, 'Workshop');

  await page.context().setOffline(true);
  await page.goto('/');
  const sent = recordCalls(page);
  await expectAge(page);
  await expectShown(page, 'Dashboard', 'Analytical engine');
  expect((await page.getByRole('main').locator('data').allInnerTexts()).slice(0, 2), 'the numbers').toEqual(['1', '1']);
  for (const { link, heading, shown } of lists) {
    await placeOf(page, link).click();
    await expectShown(page, heading, shown);
    await expectAge(page);
  }
  // What a container is doing now cannot be known.
  await page.getByRole('main').getByText('Unknown', { exact: true }).waitFor();
  await expectNoDecision(page);
  expect(sent.filter((call) => !call.startsWith('GET '))).toEqual([]);
  await expectNoChange(page);

  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Weave', level: 1 }).waitFor();
  await page.getByText(/Last seen|You are offline/).waitFor({ state: 'detached' });
  await user.api.call(routes.postProject, { body: { name: 'Loom' } });
  await page.getByRole('complementary').getByRole('link', { name: 'Loom' }).waitFor();
  await placeOf(page, 'Approval Queue').click();
  await button(page, 'Approve').click();
  await page.getByText('Item has been approved successfully').waitFor();
});

test('what is decided without a network is kept over a reload, and then carried out if it still waits; of what is not, the person is told', async () => {
  const user = await newUser('offline');
  const projectId = await newWaiting(user);
  const params = { id: projectId };
  for (const title of ['Knit', 'Spin'])
    await user.api.call(routes.postProjectTask, { params, body: { title, status: 'awaiting_approval' } });
  const page = await visit(user, '/approvals', 'Approvals', 'Spin');
  const [weave, knit, spin] = await user.api.call(routes.listApprovals);
  if (!weave || !knit || !spin) throw new Error('Three requests should wait');
  await page
    .locator('button:not([disabled])', { hasText: /^Approve$/ })
    .nth(2)
    .waitFor();

  await page.context().setOffline(true);
  await page.getByText('You are offline. A decision is kept here').first().waitFor();
  const sent = recordCalls(page);
  const words = {
    Weave: '1 decision is kept here',
    Knit: '2 decisions are kept here',
    Spin: '3 decisions are kept here',
  };
  for (const [title, said] of Object.entries(words)) {
    await settled(page, title);
    await pressWhenOn(button(page, 'Approve').first());
    await page.getByText(said).waitFor();
  }
  // Thirty seconds after the queue was fetched it is tried again, in vain.
  await page.getByText('Nothing else was waiting when last checked').waitFor();
  await page.goto('/');
  await page.getByText('3 decisions are kept here').waitFor();
  expect(sent.filter((call) => !call.startsWith('GET '))).toEqual([]);

  // Meanwhile, on another device.
  const elsewhere = { params: { id: knit.id }, body: { reason: 'Not today' }, ifMatch: knit.hash };
  await user.api.call(routes.rejectTaskItem, elsewhere);
  await user.api.call(routes.patchTask, { params: { id: spin.task.id }, body: { description: 'With a machine.' } });
  await goOnline(page);
  await page.getByText('It was already rejected: “Not today”.').waitFor();
  expect(await user.api.call(routes.getTaskItem, { params: { id: weave.id } })).toMatchObject({ isApproved: true });
  await page.getByText('It changed after you saw it; look at it again.').waitFor();
  expect(await user.api.call(routes.getTaskItem, { params: { id: spin.id } })).toMatchObject({ isApproved: null });
  for (const title of ['Knit', 'Spin'])
    await page.getByRole('button', { name: new RegExp(`^Dismiss .*${title}`) }).click();
  await page.getByRole('region', { name: 'Decisions made offline' }).waitFor({ state: 'detached' });
});

/** In both modes of the queue, and accessible in that state. */
async function expectNoDecision(page: Page): Promise<void> {
  await placeOf(page, 'Approval Queue').click();
  await page.getByText('You need a network to decide.').waitFor();
  for (const name of ['Approve', 'Reject']) expect(await button(page, name).isDisabled(), name).toBe(true);
  await expectAccessibleEverywhere(page);
  await button(page, 'Swipe Mode').click();
  await page.getByText('1 of 1 pending approvals').waitFor();
  await until('the card to have the focus', () => hasFocus(page.getByRole('group', { name: /^Pending approval:/ })));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  expect(await page.getByRole('dialog').count(), 'a dialog for the reason').toBe(0);
}

/** Attempts are reported as failed. Ends at the page of the task, of which nothing was kept. */
async function expectNoChange(page: Page): Promise<void> {
  await placeOf(page, 'All Tasks').click();
  await button(page, 'Delete Weave').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete task?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Failed to delete task').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Weave', exact: true }).click();
  // A history is never kept: it shows what an agent wants to do.
  await page.getByText('The task could not be loaded').waitFor();
  await page.getByRole('main').getByText('The server could not be reached. Check your connection.').waitFor();
}

test('whoever signs out without a network leaves nothing, and the next user sees nothing of theirs', async () => {
  const user = await newUser('offline');
  await newWaiting(user);
  const page = await visit(user, '/tasks', 'All Tasks', 'Weave');
  await untilKept(page, 'With flowers.');
  const theirs = [user.uid, user.email, 'Analytical engine', 'Weave', 'With flowers.'];

  await page.context().setOffline(true);
  // Its program comes from the worker, even during the first visit.
  await placeOf(page, 'Containers').click();
  await page.getByText('Failed to load containers. Please try refreshing the page.').waitFor();
  await button(page, 'Sign out').click();
  await page.waitForURL('**/login');
  expect(await tracesOf(page, theirs)).toEqual([]);
  await page.goto('/tasks');
  await page.waitForURL('**/login');

  const other = await newUser('other');
  await signIn(page, other);
  await page.goto('/tasks');
  await page.getByText('Tasks could not be loaded').waitFor();
  await page.getByText(other.email).waitFor();
  const words = await page.locator('body').innerText();
  for (const word of theirs) expect(words, 'of the one before').not.toContain(word);
  await page.context().setOffline(false);
  await page.getByText('No tasks found').waitFor();
});

/** A project of this user with one task, "Weave", that waits for a decision. */
async function newWaiting(user: TestUser): Promise<string> {
  const [pending] = await newPending(user, ['Weave'], 'With flowers.');
  return pending?.projectId ?? '';
}

/** This user's first visit in a new browser; the offline worker is ready at its end. */
async function visit(user: TestUser, path: string, heading: string, shown: string): Promise<Page> {
  const page = await browser.open({ serviceWorkers: 'allow' });
  await signIn(page, user);
  await page.goto(path);
  await expectShown(page, heading, shown);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  return page;
}

async function expectShown(page: Page, heading: string, shown: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await page.getByRole('main').getByText(shown, { exact: true }).first().waitFor();
}

const banner = (page: Page) =>
  page.getByRole('status').filter({
    hasText: 'You are offline. Decisions and other changes must wait until you are back online.',
  });

/** The banner says how old the shown data is. */
async function expectAge(page: Page): Promise<void> {
  const age = banner(page).filter({ hasText: 'Last seen' }).getByRole('time');
  await age.getByText(/^(just now|\d+ (seconds?|minutes?) ago)$/).waitFor();
}

const placeOf = (page: Page, link: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
