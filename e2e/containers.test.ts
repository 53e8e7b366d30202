import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { recordCalls } from './support/calls.ts';
import { untilStatus, newContainer } from './support/containers.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

// For what could not be loaded or deleted, see web/src/pages/containers/containers-page.test.tsx.
test(
  'asks each container for its status, groups them by it, counts them, and deletes one after asking',
  { timeout: 180_000 },
  async () => {
    const user = await newUser('containers');
    const projectId = (await user.api.call(routes.postProject, { body: { name: 'Website' } })).id;
    const older = await newContainer(user, 'Older', projectId);
    const newer = await newContainer(user, 'Newer', projectId);
    const nameless = await newContainer(user, undefined, projectId);
    for (const { id } of [older, newer, nameless]) await untilStatus(user, id, 'running');
    await user.api.call(routes.pauseContainer, { params: { id: nameless.id } });
    await untilStatus(user, nameless.id, 'paused');

    // For how often the status is fetched, see web/src/features/containers/queries.test.ts.
    const page = await browser.open();
    await signIn(page, user);
    await page.goto('/containers');
    await rowOf(page, 'Newer').getByText('Running', { exact: true }).waitFor();

    const name = `Container ${nameless.id.slice(0, 8)}`;
    await rowOf(page, name).getByText('Paused', { exact: true }).first().waitFor();
    await rowOf(page, 'Older').getByText('Running', { exact: true }).first().waitFor();
    expect(await namesIn(page, 'Running (2)'), 'newest first').toEqual(['Newer', 'Older']);
    expect(await namesIn(page, 'Paused (1)')).toEqual([name]);
    expect(await summaryOf(page)).toEqual({ Total: 3, Running: 2, Paused: 1, Deleted: 0 });
    const paused = rowOf(page, name);
    for (const text of ['vlatest', nameless.id.slice(0, 8), 'Created', 'Website', 'Exit code 0']) {
      await paused.getByText(text).first().waitFor();
    }
    await expectAccessibleEverywhere(page);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await page.setViewportSize(DESKTOP);

    await page.getByRole('button', { name: 'Delete Older' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Shut down container?' });
    const calls = recordCalls(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The container has been successfully shut down and removed.').waitFor();
    await rowOf(page, 'Older').getByText('Deleted', { exact: true }).first().waitFor({ timeout: 30_000 });
    expect(await namesIn(page, 'Deleted (1)')).toEqual(['Older']);
    expect(calls).toContain(`DELETE /api/containers/${older.id}`);
    expect(calls, 'the lists refresh').toEqual(expect.arrayContaining(['GET /api/containers', 'GET /api/projects']));

    await page.getByRole('link', { name: 'View Newer' }).click();
    await page.waitForURL(`**/containers/${newer.id}`);
  },
);

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) });

const namesIn = (page: Page, group: string) =>
  page.getByRole('region', { name: group, exact: true }).getByRole('heading', { level: 3 }).allInnerTexts();

async function summaryOf(page: Page): Promise<Record<string, number>> {
  const cards = await page.getByRole('group', { name: 'Summary' }).locator('> *').allInnerTexts();
  return Object.fromEntries(cards.map((card) => card.split(/\s+/)).map(([label, value]) => [label, Number(value)]));
}
