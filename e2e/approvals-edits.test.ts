import type { Approval } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { nextCall } from './support/calls.ts';
import { counter, openSwipe } from './support/swipe.ts';

const browser = useBrowser();

const publish = {
  toolKind: 'publish',
  toolParameters: { branch: 'countersign/weave', commit: 'c0ffee', title: 'Weave', body: 'As asked.' },
  // Longer than a card: only then there is something to open.
  content: Array.from({ length: 40 }, (_, file) => `cloth-${file}.md | 1 +`).join('\n'),
} satisfies Partial<Approval>;

/** The first request of the queue asks to publish, in the queue and by itself, as if an agent had come that far. */
async function askToPublish(page: Page, itemId = ''): Promise<void> {
  await page.route(/\/api\/(approvals|task-items\/[\w-]+)$/, async (route) => {
    const response = await route.fetch();
    const asked = (approval: Approval) => (approval.id === itemId ? { ...approval, ...publish } : approval);
    const reply = (await response.json()) as Approval | Approval[];
    await route.fulfill({ response, json: Array.isArray(reply) ? reply.map(asked) : asked(reply) });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
}

test('the words of a pull request stay as they were written until they are sent', async () => {
  const { page, pending } = await openSwipe(browser);
  await askToPublish(page, pending[0]?.itemId);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Start this task?' });
  await page.getByText('countersign/weave').waitFor();
  await page.getByRole('button', { name: /^Show all/ }).click();
  await dialog.getByLabel('Pull request title').fill('Weave a pattern');
  await dialog.getByLabel('Pull request text').fill('With flowers.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await button('Next').click();
  await counter(page, 2, 3);
  await button('Previous').click();
  await counter(page, 1, 3);
  await page.getByText('Weave a pattern').waitFor();
  await page.getByText('You changed the pull request’s title and text.').waitFor();

  await button('List View').click();
  expect(await page.getByLabel('Pull request title').inputValue()).toBe('Weave a pattern');
  expect(await page.getByLabel('Pull request text').inputValue()).toBe('With flowers.');
  await page.getByLabel('Pull request title').fill('Weave');
  await button('Swipe Mode').click();
  await page.getByText('You changed the pull request’s text.').waitFor();

  const approved = nextCall(page, `POST /api/task-items/${pending[0]?.itemId}/approve`);
  await button('Approve').click();
  expect((await approved).body).toEqual({ edits: { body: 'With flowers.' } });
});
