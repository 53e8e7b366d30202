import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signIn, untilDrawn, withBrowser } from '../browser.ts';
import { database } from '../database.ts';
import { scroll } from '../gestures.ts';
import { addTasks } from '../many.ts';
import { LONG_TASK_MS, LONG_TASKS, observe } from '../observe.ts';
import { percentile, type Table } from '../table.ts';
import { newUser } from '../user.ts';

const TASKS = 10_000;
const SIZES = [10, TASKS];
const OPENINGS = 2;
const SEARCHES = ['task 99', 'website', 'no task is called like this'];
const KEY_DELAY_MS = 60;
/** Somebody has looked at the dashboard first, while the rest of the app was fetched. */
const READING_MS = 6_000;
const LATER = 'from the dashboard, 6 s later';

/** How soon is the first task on the page of all tasks, and does it stutter while one types and scrolls in 10,000? */
export async function measureTasksPage(): Promise<Table[]> {
  const openings: (string | number)[][] = [];
  for (const size of SIZES) openings.push(...(await openAt(size)));
  const user = await newUser();
  await addTasks(user, TASKS);
  return withBrowser(async (page) => {
    await signIn(page, user);
    await page.goto('/tasks');
    await arrived(page);
    const results = [];
    for (const words of SEARCHES) {
      results.push(await watch(page, `typing "${words}"`, () => type(page, words)));
      results.push(await watch(page, 'deleting it', () => erase(page, words)));
    }
    results.push(await watch(page, 'choosing a priority', () => choose(page, 'Medium (2-5)')));
    results.push(await watch(page, 'choosing all again', () => choose(page, 'All Priorities')));
    results.push(await watch(page, 'scrolling over 66 screens', () => scroll(page)));
    return [
      {
        title: 'Opening the page of all tasks',
        limits: [{ column: 'ms until the first row', atMost: 500 }],
        goal: 'the first row within 500 ms; the bare query is the Admin SDK’s, of as many tasks as come first',
        columns: [
          'tasks',
          'how',
          'ms until the first row',
          'of it until the call',
          'the call',
          'bytes of it',
          'calls before the row',
          'bare query ms',
        ],
        rows: openings,
      },
      {
        title: `All tasks, ${TASKS} of them`,
        goal: `no task over ${LONG_TASK_MS} ms of processor time while typing; fewer than 200 rows in the document`,
        limits: [
          { column: LONG_TASKS, of: ([what]) => String(what).startsWith('typing'), atMost: 0 },
          { column: 'rows in the document', below: 200 },
        ],
        columns: ['what', LONG_TASKS, 'longest, CPU ms', 'longest, clock ms', 'rows in the document'],
        rows: results,
      },
    ];
  });
}

/** Opens the page in browsers that have never shown it, by its address and from the dashboard. */
async function openAt(size: number): Promise<(string | number)[][]> {
  const user = await newUser();
  await addTasks(user, size);
  const opened: Record<string, Opening[]> = { 'by its address': [], 'from the dashboard': [], [LATER]: [] };
  for (let count = 0; count < OPENINGS; count += 1) {
    for (const [how, openings] of Object.entries(opened)) {
      await withBrowser(async (page) => {
        await signIn(page, user);
        if (how === LATER) await pause(READING_MS);
        openings.push(await opening(page, how === 'by its address'));
      });
    }
  }
  const query = await firstOf(user.uid);
  return Object.entries(opened).map(([how, openings]) => {
    const middle = (field: keyof Opening) =>
      percentile(
        openings.map((one) => one[field]),
        0.5,
      );
    return [size, how, middle('row'), middle('asked'), middle('call'), middle('bytes'), middle('calls'), query];
  });
}

interface Opening {
  row: number;
  asked: number;
  call: number;
  bytes: number;
  calls: number;
}

/** Milliseconds until the first row; of these, until the first call for tasks was sent, and until it was answered. */
async function opening(page: Page, byAddress: boolean): Promise<Opening> {
  if (byAddress) await page.goto('about:blank');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls += 1;
  });
  const began = performance.now();
  const asked = page.waitForRequest(/\/api\/tasks$/).then(() => performance.now() - began);
  const answered = page.waitForResponse(/\/api\/tasks$/).then(async (response) => {
    const at = performance.now() - began;
    return { at, bytes: (await response.body()).length };
  });
  // If the page does not come, that is the failure to report.
  for (const call of [asked, answered]) call.catch(() => undefined);
  if (byAddress) await page.goto('/tasks', { waitUntil: 'commit' });
  else await page.getByRole('link', { name: 'All Tasks', exact: true }).first().click();
  await untilDrawn(page, '//*[@aria-label="Tasks"]//li | //*[@aria-label="Tasks"]//*[@role="listitem"]');
  const row = performance.now() - began;
  const before = calls;
  const { at, bytes } = await answered;
  return { row, asked: await asked, call: at - (await asked), bytes, calls: before };
}

/** How long the database alone takes for the newest of a user's tasks. */
async function firstOf(uid: string): Promise<number> {
  const query = database().collection('tasks').where('userId', '==', uid).orderBy('createdAt', 'desc').limit(50);
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    (await query.get()).docs.forEach((document) => document.data());
    took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

/** All pages of the list have arrived. */
const arrived = async (page: Page) => {
  await rows(page).first().waitFor();
  await page.getByText(/tasks loaded so far/).waitFor();
  await page.getByText(/tasks loaded so far/).waitFor({ state: 'detached' });
};

const rows = (page: Page) => page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem');
const searchBox = (page: Page) => page.getByPlaceholder('Search tasks, descriptions, or projects...');

/** What the main thread does, with the number of rows in the document. */
const watch = (page: Page, what: string, act: () => Promise<void>) =>
  observe(page, what, act, () => rows(page).count());

async function type(page: Page, words: string): Promise<void> {
  await searchBox(page).pressSequentially(words, { delay: KEY_DELAY_MS });
  await page.getByText(/tasks shown/).waitFor();
}

async function erase(page: Page, words: string): Promise<void> {
  for (const _letter of words) await searchBox(page).press('Backspace', { delay: KEY_DELAY_MS / 2 });
  await page.getByText(/tasks shown/).waitFor({ state: 'detached' });
}

async function choose(page: Page, priority: string): Promise<void> {
  await page.getByLabel('Priority', { exact: true }).selectOption(priority);
  await rows(page).first().waitFor();
}
