import type { Page } from 'playwright-core';
import { traceTasks } from './main-thread.ts';

/** Milliseconds from which a person notices a task of the page's main thread. */
export const LONG_TASK_MS = 50;
/** The heading of their number. */
export const LONG_TASKS = `tasks over ${LONG_TASK_MS} ms`;

/**
 * What the main thread does while `act` runs: long tasks, the longest by processor and by clock; and the most nodes, or
 * what `count` counts.
 */
export async function observe(
  page: Page,
  what: string,
  act: () => Promise<void>,
  count = countNodes,
): Promise<(string | number)[]> {
  let most = await count(page);
  const tasks = await traceTasks(page, act);
  most = Math.max(most, await count(page));
  if (tasks.length === 0) throw new Error('The browser traced no task of the page');
  const longest = (values: number[]) => Math.max(...values);
  return [
    what,
    tasks.filter(({ cpu }) => cpu > LONG_TASK_MS).length,
    longest(tasks.map(({ cpu }) => cpu)),
    longest(tasks.map(({ wall }) => wall)),
    most,
  ];
}

/** All nodes of the document, including texts. */
export function countNodes(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  })()`);
}
