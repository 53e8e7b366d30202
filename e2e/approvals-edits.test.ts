import type { Approval } from '@countersign/contract';
import { expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { nextCall } from './support/calls.ts';
import { readToEnd } from './support/read.ts';
import { showAs } from './support/show-as.ts';
import { counter, openSwipe } from './support/swipe.ts';

const browser = useBrowser();

const publish = {
  toolKind: 'publish',
  toolParameters: { branch: 'countersign/weave', commit: 'c0ffee', title: 'Weave', body: 'As asked.' },
  content: Array.from({ length: 40 }, (_, file) => `cloth-${file}.md | 1 +`).join('\n'),
} satisfies Partial<Approval>;

test('the words of a pull request stay as they were written until they are sent', async () => {
  const { page, pending } = await openSwipe(browser);
  // As if an agent had come that far.
  await showAs(page, pending[0]?.itemId ?? '', publish);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(new RegExp(`^Pull request ${name}`));
  const edit = async (name: 'title' | 'text', words: string) => {
    await button(`Edit pull request ${name}`).click();
    await field(name).fill(words);
    await field(name).blur();
  };
  await page.getByText('countersign/weave').waitFor();
  await edit('title', 'Weave a pattern');
  await edit('text', 'With flowers.');

  await button('Next').click();
  await counter(page, 2, 3);
  await button('Previous').click();
  await counter(page, 1, 3);
  await page.getByText('Weave a pattern').waitFor();
  await page.getByText('You changed the pull request’s title and text.').waitFor();

  await button('List View').click();
  await page.getByText('Weave a pattern').waitFor();
  await page.getByText('With flowers.').waitFor();
  await edit('title', 'Weave');
  await page.getByText('You changed the pull request’s text.').waitFor();
  await button('Swipe Mode').click();
  await page.getByText('You changed the pull request’s text.').waitFor();
  // There is no patch to be seen: that wants a tick.
  await page.getByRole('checkbox', { name: 'Viewed: Not shown' }).check();
  await readToEnd(page.getByRole('group', { name: /^Pending approval:/ }));

  const approved = nextCall(page, `POST /api/task-items/${pending[0]?.itemId}/approve`);
  await button('Approve').click();
  expect((await approved).body).toEqual({ edits: { body: 'With flowers.' } });
});
