import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { nextCall, recordCalls } from './support/calls.ts';
import { untilStatus, newContainer } from './support/containers.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

// What is missing, could not be loaded or done: web/src/pages/container-detail/container-detail-page.test.tsx.
test('its log, and what its live status allows: pause, resume, and delete always', { timeout: 240_000 }, async () => {
  const user = await newUser('detail');
  const container = await newContainer(user);
  await untilStatus(user, container.id, 'running');
  const path = `/api/containers/${container.id}`;
  const page = await browser.open();
  await signIn(page, user);
  // For when the log is fetched, see web/src/features/containers/container-logs.test.tsx.
  await page.goto(`/containers/${container.id}`);
  await page.getByRole('heading', { name: `Container ${container.id.slice(0, 8)}`, level: 1 }).waitFor();
  const log = page.getByRole('log');
  await log.getByText('Loading logs...').waitFor({ state: 'detached' });
  expect((await log.boundingBox())?.height, '96 units').toBe(384);
  await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
  await button(page, 'Pause').waitFor();
  expect(await offered(page)).toEqual(['Pause', 'Delete']);
  const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) });
  for (const name of ['Container ID', 'Status', 'Image Tag', 'Created', 'Started']) await fact(name).waitFor();
  expect(await fact('Duration').count(), 'it has not ended').toBe(0);
  await expectAccessibleEverywhere(page);

  const calls = recordCalls(page);
  const paused = nextCall(page, `POST ${path}/pause`);
  await button(page, 'Pause').click();
  expect((await paused).body, 'sent with Pause').toBeNull();
  await page.getByText('The container has been paused successfully.').waitFor();
  await button(page, 'Resume').waitFor({ timeout: 90_000 });
  expect(calls).toEqual(expect.arrayContaining([`GET ${path}`, `GET ${path}/live-status`]));
  expect(await offered(page)).toEqual(['Resume', 'Delete']);
  await fact('Duration').waitFor();
  await page.getByText(/^(\d+h )?(\d+m )?\d+[ms]$/).waitFor();
  await page.getByText('Exit code 0').waitFor();

  calls.length = 0;
  const resumed = nextCall(page, `POST ${path}/resume`);
  await button(page, 'Resume').click();
  expect((await resumed).body, 'sent with Resume').toBeNull();
  await page.getByText('The container has been resumed successfully.').waitFor();
  await button(page, 'Pause').waitFor({ timeout: 90_000 });
  expect(calls).toEqual(expect.arrayContaining([`GET ${path}`, `GET ${path}/live-status`]));

  await button(page, 'Delete').click();
  const dialog = page.getByRole('alertdialog', { name: 'Shut down container?' });
  for (const words of [
    'permanently shuts down and deletes the container',
    'terminates running tasks',
    'cannot be undone',
  ]) {
    await dialog.getByText(words).waitFor();
  }
  await expectAccessibleEverywhere(page);
  const deleted = nextCall(page, `DELETE ${path}`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  expect((await deleted).body, 'sent with Delete').toBeNull();
  await page.getByText('The container has been successfully shut down and removed.').waitFor();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

const offered = (page: Page) => page.getByRole('main').locator('header').getByRole('button').allInnerTexts();
