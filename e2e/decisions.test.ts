import { routes } from '@countersign/contract';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('who decided what, where and how: looked through, narrowed, opened and taken away as a table', async () => {
  const user = await newUser('decisions');
  const [weave, knit] = await newPending(user, ['Weave', 'Knit'], 'Weave a pattern.');
  const page = await browser.open();
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await page.getByText('Item has been approved successfully').waitFor();
  await user.api.call(routes.rejectTaskItem, {
    params: { id: knit?.itemId ?? '' },
    body: { reason: '=Not now' },
    ifMatch: null,
  });

  await page.goto('/approvals');
  await page.getByRole('link', { name: 'Decisions', exact: true }).click();
  await page.getByRole('heading', { name: 'Decisions', level: 1 }).waitFor();
  const rows = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
  const approved = rows.filter({ hasText: 'Analytical engine › Weave' });
  await approved.getByText('Chrome on Linux').waitFor();
  await rows.filter({ hasText: '=Not now' }).getByText('Unknown').waitFor();
  await page.getByText('Of 2 decisions.').waitFor();
  await approved.locator('summary', { hasText: 'What was decided' }).press('Enter');
  await approved.getByText('Weave a pattern.').waitFor();
  await approved.getByText(`SHA-256 ${weave?.hash.slice(0, 12)}`).waitFor();
  await expectAccessibleEverywhere(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  expect(table.split('\r\n')).toHaveLength(4);
  expect(table).toContain(`"'=Not now"`);

  await page.getByLabel('Outcome').selectOption('Rejected');
  await approved.waitFor({ state: 'detached' });
  await rows.filter({ hasText: '=Not now' }).waitFor();
  expect(new URL(page.url()).search).toBe('?outcome=rejected');
  await expect.poll(() => rows.count()).toBe(1);
});
