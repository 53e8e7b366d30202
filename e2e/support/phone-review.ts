/// <reference lib="dom" />
import type { Approval } from '@countersign/contract';
import type { Locator, Page } from 'playwright-core';
import { newPending } from './approvals.ts';
import type { useBrowser } from './browser.ts';
import { showAs } from './show-as.ts';
import { signIn } from './sign-in.ts';
import { newUser } from './user.ts';

/** A phone whose browser shows its own bars. */
export const SMALL_PHONE = { width: 390, height: 664 };

interface Shown {
  viewport?: { width: number; height: number };
  mode?: 'swipe' | 'list';
  titles?: string[];
}

/** The queue on a phone, with its first request shown as this. */
export async function openAs(
  browser: ReturnType<typeof useBrowser>,
  fields: Partial<Approval>,
  { viewport = SMALL_PHONE, mode = 'swipe', titles = ['Weave'] }: Shown = {},
) {
  const user = await newUser('phone');
  const pending = await newPending(user, titles);
  const page = await browser.open({ viewport, hasTouch: true, isMobile: true });
  const decided: string[] = [];
  page.on('request', (request) => {
    const [, verb] = /\/api\/task-items\/[\w-]+\/(approve|reject)$/.exec(request.url()) ?? [];
    if (verb) decided.push(verb);
  });
  await signIn(page, user);
  await showAs(page, pending[0]?.itemId ?? '', fields);
  await page.goto(mode === 'swipe' ? '/approvals?mode=swipe' : '/approvals');
  await page.getByRole('heading', { name: fields.title ?? 'Start this task?', exact: true }).waitFor();
  return { page, decided, user, pending };
}

export const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).first();
export const card = (page: Page, title = 'Create docs/loom.md') =>
  page.getByRole('group', { name: title, exact: true });
export const frame = (page: Page) => page.getByRole('group', { name: /^Pending approval:/ });

/** Whether all of it is in the viewport. */
export const isInSight = (element: Locator) =>
  element.evaluate((shown) => {
    const { top, bottom, left, right, height } = shown.getBoundingClientRect();
    return height > 0 && top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });
