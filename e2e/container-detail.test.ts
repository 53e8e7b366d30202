import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleEverywhere } from './support/accessible-everywhere.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { breakCalls, holdCalls, nextCall, recordCalls } from './support/calls.ts';
import { untilStatus, useContainers } from './support/containers.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const newContainer = useContainers();
const MISSING = "Container not found or you don't have permission to view it.";

test('says that there is no such container, also of one that is somebody else’s, and leads away', async () => {
  const owner = await newUser('owner');
  const theirs = await newContainer(owner);
  const page = await browser.open();
  await signIn(page, await newUser('stranger'));
  for (const id of ['no-such-container', theirs.id]) {
    await page.goto(`/containers/${id}`);
    await page.getByText(MISSING).waitFor();
  }
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.getByText('No containers yet').waitFor();
});

test(
  'an error to try again, then its log and what the live status allows: pause, resume, and delete always',
  { timeout: 240_000 },
  async () => {
    const user = await newUser('detail');
    const container = await newContainer(user);
    await untilStatus(user, container.id, 'running');
    const path = `/api/containers/${container.id}`;
    const page = await browser.open();
    await signIn(page, user);
    const mend = await breakCalls(page, 'GET', path);
    const release = await holdCalls(page, path);
    // When the log is asked for: web/src/features/containers/container-logs.test.tsx.
    const releaseLog = await holdCalls(page, `${path}/logs`);
    await page.goto(`/containers/${container.id}`);
    await page.getByRole('status').getByText('Loading container').waitFor();
    release();
    await page.getByText('Failed to load container').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: `Container ${container.id.slice(0, 8)}`, level: 1 }).waitFor();
    const log = page.getByRole('log');
    await log.getByText('Loading logs...').waitFor();
    releaseLog();
    await log.getByText('Loading logs...').waitFor({ state: 'detached' });
    expect((await log.boundingBox())?.height, '96 units').toBe(384);
    await page.waitForRequest((request) => new URL(request.url()).pathname === `${path}/logs`);
    // From here on it hears what happens elsewhere.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
    await button(page, 'Pause').waitFor();
    expect(await offered(page)).toEqual(['Pause', 'Delete']);
    for (const fact of ['Container ID', 'Status', 'Image Tag', 'Created', 'Started'])
      await page.getByText(fact).waitFor();
    expect(await page.getByText('Duration').count(), 'it has not ended').toBe(0);
    await expectAccessibleEverywhere(page);

    const mendPause = await breakCalls(page, 'POST', `${path}/pause`);
    await button(page, 'Pause').click();
    await page.getByText('Failed to pause container.').waitFor();
    await mendPause();
    const calls = recordCalls(page);
    const paused = nextCall(page, `POST ${path}/pause`);
    await button(page, 'Pause').click();
    expect((await paused).body, 'sent with Pause').toBeNull();
    await page.getByText('The container has been paused successfully.').waitFor();
    await button(page, 'Resume').waitFor({ timeout: 90_000 });
    expect(calls).toEqual(expect.arrayContaining([`GET ${path}`, `GET ${path}/live-status`]));
    expect(await offered(page)).toEqual(['Resume', 'Delete']);
    await page.getByText('Duration').waitFor();
    await page.getByText(/^(\d+h )?(\d+m )?\d+[ms]$/).waitFor();
    await page.getByText('Exit code 0').waitFor();

    const mendResume = await breakCalls(page, 'POST', `${path}/resume`);
    await button(page, 'Resume').click();
    await page.getByText('Failed to resume container.').waitFor();
    await mendResume();
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
    const mendDelete = await breakCalls(page, 'DELETE', path);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete the container. Please try again.').waitFor();
    await mendDelete();
    const deleted = nextCall(page, `DELETE ${path}`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect((await deleted).body, 'sent with Delete').toBeNull();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByText('The container has been successfully shut down and removed.').waitFor();
  },
);

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

const offered = (page: Page) => page.getByRole('main').locator('header').getByRole('button').allInnerTexts();
