import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { newPending } from './approvals.ts';
import type { useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';
import { newUser } from './user.ts';

interface Queue {
  options?: BrowserContextOptions;
  titles?: readonly string[];
  description?: string | null;
}

/** The queue in swipe mode, with one waiting task per title. */
export async function openSwipe(browser: ReturnType<typeof useBrowser>, queue: Queue = {}) {
  const { options, titles = ['Alpha', 'Beta', 'Gamma'], description = null } = queue;
  const user = await newUser('swipe');
  const pending = await newPending(user, titles, description);
  const page = await browser.open(options);
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Swipe Mode' }).click();
  await counter(page, 1, titles.length);
  return { page, user, pending, decisions: decisionsOf(page) };
}

export const counter = (page: Page, n: number, total: number) =>
  page.getByText(`${n} of ${total} pending approvals`).waitFor();

export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: 'Start this task?', exact: true }).filter({ hasText: title });

/** Waits until this card takes decisions: a press that comes too soon after another card left is not meant for it. */
export const settled = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Pending approvals' })
    .or(page.getByRole('group', { name: /^Pending approval: / }))
    .and(page.locator(':not([aria-disabled])'))
    .filter({ hasText: title })
    .waitFor();

export const rejectDialog = (page: Page) => page.getByRole('dialog', { name: 'Reject Approval' });

export const leftOf = async (card: Locator) => (await card.boundingBox())?.x ?? Number.NaN;

/** Every decision that the page sends. */
function decisionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, id, verb] = /\/api\/task-items\/([\w-]+)\/(approve|reject)$/.exec(request.url()) ?? [];
    if (verb) sent.push(`${verb} ${id} ${request.postData()} ${request.headers()['if-match']}`);
  });
  return sent;
}
