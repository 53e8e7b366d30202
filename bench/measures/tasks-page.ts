import { routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { signIn, withBrowser } from '../browser.ts';
import { database, multiply } from '../database.ts';
import { LONG_TASK_MS, observe } from '../observe.ts';
import type { Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const TASKS = 10_000;
const SEARCHES = ['task 99', 'website', 'no task is called like this'];
const KEY_DELAY_MS = 60;

/** The page of all tasks with 10,000 of them: does the browser stutter while one types and scrolls? */
export async function measureTasksPage(): Promise<Table[]> {
  const user = await userWithTasks();
  return withBrowser(async (page) => {
    await signIn(page, user);
    const began = performance.now();
    await page.goto('/tasks');
    await rows(page).first().waitFor();
    const loaded = performance.now() - began;

    const results = [];
    for (const words of SEARCHES) {
      results.push(await watch(page, `typing "${words}"`, () => type(page, words)));
      results.push(await watch(page, 'deleting it', () => erase(page, words)));
    }
    results.push(await watch(page, 'choosing a priority', () => choose(page, 'Medium (2-5)')));
    results.push(await watch(page, 'choosing all again', () => choose(page, 'All Priorities')));
    results.push(await watch(page, 'scrolling 60,000 px', () => scroll(page)));
    return [
      {
        title: `All tasks, ${TASKS} of them`,
        goal: `no task over ${LONG_TASK_MS} ms of processor time while typing; fewer than 200 rows in the document`,
        columns: [
          'what',
          `tasks over ${LONG_TASK_MS} ms`,
          'longest, CPU ms',
          'longest, clock ms',
          'rows in the document',
        ],
        rows: [['opening the page, until the first row', '', '', loaded, await rows(page).count()], ...results],
      },
    ];
  });
}

async function userWithTasks(): Promise<BenchUser> {
  const user = await newUser();
  const { id } = await user.api.call(routes.postProject, { body: { name: 'Website' } });
  const description = 'Mend what is broken and write down what was done. '.repeat(8);
  const task = await user.api.call(routes.postProjectTask, {
    params: { id },
    body: { title: 'First', description, priority: 3 },
  });
  await multiply(database().collection('tasks').doc(task.id), TASKS - 1);
  return user;
}

const rows = (page: Page) => page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem');
const searchBox = (page: Page) => page.getByPlaceholder('Search tasks, descriptions, or projects...');

/** What the main thread does, with the rows in the document. */
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

/** Two thirds of a screen at each frame: as fast as a hand can. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(640, 600);
  for (let step = 0; step < 100; step += 1) {
    await page.mouse.wheel(0, 600);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
}
