/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { cutLiveListener, recordCalls } from './support/calls.ts';
import { newContainer } from './support/containers.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test('each screen asks once for what it shows, as the user and without a body; nothing is asked for again', async () => {
  const user = await newUser('calls');
  const [first, second] = await newPending(user, ['Weave', 'Knit']);
  if (!first || !second) throw new Error('Expected two tasks');
  const project = `/api/projects/${first.projectId}`;
  const { id } = await newContainer(user, 'Workshop', first.projectId);
  const page = await browser.open();
  await cutLiveListener(page);
  await page.addInitScript(withoutReadingAgain);
  await signIn(page, user);
  const asked = recordCalls(page);
  const requests = requestsOf(page);
  let known = 0;
  // Live status and log are polled; the tests of containers check how often.
  const polled = ['live-status', 'logs'].map((what) => `GET /api/containers/${id}/${what}`);
  const expectAsked = async (screen: string, expected: string[]) => {
    const calls = () => asked.filter((call) => !polled.includes(call)).sort();
    await expect
      .poll(calls, { message: screen, timeout: 30_000 })
      .toEqual(expected.map((path) => `GET ${path}`).sort());
    // A page that is left before its answer arrives cancels the call, and asks again when it is shown again.
    await Promise.all(requests.slice(known).map(answered));
    known = requests.length;
    asked.length = 0;
  };
  const place = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  const main = page.getByRole('main');

  await page.goto('/');
  await linkIn(main, 'Weave').waitFor();
  await expectAsked('/', [
    ...['/api/config', '/api/dashboard/stats', '/api/projects', '/api/approvals', '/api/approvals/held'],
  ]);
  for (const [name, ...paths] of [
    ['Projects'],
    ['Repositories', '/api/repositories'],
    ['Approval Queue'],
    ['All Tasks', '/api/tasks'],
    ['Containers', '/api/containers'],
  ] as const) {
    await place(name);
    await expectAsked(name, [...paths]);
  }
  await linkIn(main, 'Workshop').press('Enter');
  await page.getByRole('region', { name: 'Container Logs' }).waitFor();
  await expectAsked('container', [`/api/containers/${id}`]);
  await page.getByRole('complementary').getByRole('link', { name: 'Analytical engine' }).click();
  await linkIn(main, 'Weave').waitFor();
  await expectAsked('project', [
    project,
    ...['repositories', 'tasks', 'containers', 'usage'].map((what) => `${project}/${what}`),
  ]);
  await linkIn(main, 'Weave').click();
  await page.getByText('Pending Approval', { exact: true }).waitFor();
  await expectAsked('task', [`/api/tasks/${first.taskId}`, `/api/tasks/${first.taskId}/items`]);

  // Seen before, or looked at again: nothing goes stale by itself.
  await page.goBack();
  await linkIn(main, 'Knit').waitFor();
  for (const name of ['All Tasks', 'Containers', 'Repositories', 'Dashboard', 'Projects']) await place(name);
  await page.evaluate(() => {
    for (const type of ['visibilitychange', 'focus']) {
      window.dispatchEvent(new Event(type));
      document.dispatchEvent(new Event(type));
    }
  });
  await place('Approval Queue');
  await main.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expectAsked('after all of them again', ['/api/approvals']);

  const own = requests.filter((request) => !request.url().endsWith('/api/config'));
  expect(own.filter((request) => request.postData() !== null).map((request) => request.url())).toEqual([]);
  const tokens = new Set(own.map((request) => request.headers().authorization));
  expect([...tokens]).toEqual([`Bearer ${user.idToken}`]);
});

/** In the page: without live updates it reads the queue again every 30 s, which is not what a screen asks for. */
function withoutReadingAgain(): void {
  const { setInterval: every } = window;
  const others = (run: () => void, ms?: number) => (ms === 30_000 ? 0 : every(run, ms));
  Object.assign(window, { setInterval: others });
}

/**
 * Resolves when a request has been answered. Chromium sometimes does not report the end of one that the page has long
 * read, so after a while it counts as ended.
 */
async function answered(request: Request): Promise<void> {
  const response = await request.response();
  await Promise.race([response?.finished(), delay(5_000)]);
}

const linkIn = (within: Locator, name: string) => within.getByRole('link', { name, exact: true });
const requestsOf = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && requests.push(request));
  return requests;
};
