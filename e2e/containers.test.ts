import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, recordCalls } from './support/calls.ts';
import { untilStatus, useContainers } from './support/containers.ts';
import { newUser, type TestUser } from './support/user.ts';

const browser = useBrowser();
const newContainer = useContainers();

test('shows that containers are on their way, an error to try again, and that there are none', async () => {
  const { page } = await open(await newUser('containers'), '/tasks');
  const mend = await breakCalls(page, 'GET', '/api/containers');
  const release = await holdCalls(page, '/api/containers');
  await page.getByRole('link', { name: 'Containers' }).click();
  await page.getByRole('status').getByText('Loading containers').waitFor();
  release();
  await page.getByText('Failed to load containers. Please try refreshing the page.').waitFor();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByRole('heading', { name: 'Containers', level: 1 }).waitFor();
  await page.getByText('No containers yet').waitFor();
  await page.getByText('Containers will appear here when you create them from your projects.').waitFor();
  expect(await page.title()).toBe('Containers · Countersign');
  await expectAccessibleEverywhere(page);
});

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

    // Of each the status is asked for: "Loading..." until it comes, unknown when asking fails.
    const path = `/api/containers/${newer.id}/live-status`;
    const page = await browser.open();
    await signIn(page, user);
    const release = await holdCalls(page, path);
    await page.goto('/containers');
    await rowOf(page, 'Newer').getByText('Loading...', { exact: true }).waitFor();
    release();
    await rowOf(page, 'Newer').getByText('Running', { exact: true }).waitFor();
    // How often: web/src/features/containers/queries.test.ts.
    const mendStatus = await breakCalls(page, 'GET', path);
    await rowOf(page, 'Newer').getByText('Unknown', { exact: true }).waitFor();
    expect(await namesIn(page, 'Other (1)')).toEqual(['Newer']);
    await mendStatus();
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
    const mend = await breakCalls(page, 'DELETE', `/api/containers/${older.id}`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete the container. Please try again.').waitFor();
    await mend();

    const calls = recordCalls(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The container has been successfully shut down and removed.').waitFor();
    await rowOf(page, 'Older').getByText('Deleted', { exact: true }).first().waitFor({ timeout: 30_000 });
    expect(await namesIn(page, 'Deleted (1)')).toEqual(['Older']);
    expect(calls).toContain(`DELETE /api/containers/${older.id}`);
    expect(calls, 'the lists refresh').toEqual(expect.arrayContaining(['GET /api/containers', 'GET /api/projects']));

    await page.getByRole('button', { name: 'Delete Older' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByText('Failed to delete').count(), 'what is deleted already').toBe(0);

    await page.getByRole('link', { name: 'View Newer' }).click();
    await page.waitForURL(`**/containers/${newer.id}`);
  },
);

async function open(user: TestUser, path = '/containers'): Promise<{ page: Page }> {
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(path);
  return { page };
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) });

const namesIn = (page: Page, group: string) =>
  page.getByRole('region', { name: group, exact: true }).getByRole('heading', { level: 3 }).allInnerTexts();

async function summaryOf(page: Page): Promise<Record<string, number>> {
  const cards = await page.getByRole('group', { name: 'Summary' }).locator('> *').allInnerTexts();
  return Object.fromEntries(cards.map((card) => card.split(/\s+/)).map(([label, value]) => [label, Number(value)]));
}
