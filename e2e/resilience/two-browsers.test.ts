import { routes, type TaskItem } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, seed, seededRandom } from '../../dev/testing/sample.ts';
import { newPending } from '../support/approvals.ts';
import { useBrowser } from '../support/browser.ts';
import { newContainer } from '../support/containers.ts';
import { sweepOften } from '../support/control.ts';
import { runnerOf, signal } from '../support/runner-processes.ts';
import { signIn } from '../support/sign-in.ts';
import { itemsOf } from '../support/task-items.ts';
import { until } from '../support/until.ts';
import { newUser, type TestUser } from '../support/user.ts';

// Each task is decided twice: whether to start it, and whether to run its command.
const TASKS = isLong ? 10 : 2;
/** Milliseconds within which a decidable card appears; then the page is looked at again. */
const CARD_MS = 2_000;

const browser = useBrowser();
let stopSweeping: () => Promise<void>;
beforeAll(() => {
  stopSweeping = sweepOften();
});
afterAll(() => stopSweeping());

test(
  'what is decided in two browsers, undone, made offline, and redeemed by a runner that is killed, is decided once and done once',
  { timeout: 240_000 },
  async () => {
    const user = await newUser('two-browsers');
    const titles = Array.from({ length: TASKS }, (_, index) => `Task ${index}`);
    const pending = await newPending(user, titles, 'Run `ls`.');
    const [list, swipe] = [await openQueue(user), await openQueue(user)];
    await swipe.page.getByRole('button', { name: 'Swipe Mode' }).click();
    const container = await newContainer(user, undefined, pending[0]?.projectId);

    let isOver = false;
    const ended = untilCompleted(user).finally(() => (isOver = true));
    const random = seededRandom(seed);
    await Promise.all([
      ended,
      decideAll(
        list.page,
        () => isOver,
        async () => random() < 0.3 && goOffline(list.page),
      ),
      decideAll(
        swipe.page,
        () => isOver,
        async () => random() < 0.3 && swipe.page.keyboard.press('u'),
      ),
      killOnce(container.id, () => isOver),
    ]);

    const told = [...list.told, ...swipe.told];
    expect(
      told.filter((status) => status !== 200 && status !== 409),
      'answers to decisions',
    ).toEqual([]);
    for (const { taskId, title } of pending) expectDecidedOnce(title, await itemsOf(user, taskId));
  },
);

/** The queue in a browser of its own, and the statuses with which its decisions were answered. */
async function openQueue(user: TestUser): Promise<{ page: Page; told: number[] }> {
  // Another context than the previous one: two devices of one person.
  const page = await browser.open();
  const told: number[] = [];
  page.on('response', (response) => {
    if (/\/api\/task-items\/[\w-]+\/(approve|undo)$/.test(response.url())) told.push(response.status());
  });
  await signIn(page, user);
  await page.goto('/approvals');
  await page.getByText('Task 0').first().waitFor();
  return { page, told };
}

/** Approves whatever can be approved; `then` runs after each press. */
async function decideAll(page: Page, isOver: () => boolean, then: () => Promise<unknown>): Promise<void> {
  const button = page.locator('button:not([disabled])', { hasText: /^Approve$/ }).first();
  while (!isOver()) {
    // None may appear, or the other page may be quicker.
    const isPressed = await button.click({ timeout: CARD_MS }).then(
      () => true,
      () => false,
    );
    if (isPressed) await then();
  }
}

/** Makes one decision without a network, if there is one to make, and goes back online. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const button = page.locator('button:not([disabled])', { hasText: /^Approve$/ }).first();
  await button.click({ timeout: CARD_MS }).catch(() => undefined);
  await page.context().setOffline(false);
}

/** Kills the runner as soon as there is one, whatever it is doing; the sweeper starts another. */
async function killOnce(containerId: string, isOver: () => boolean): Promise<void> {
  let isKilled = false;
  // One that is found may have left before it is killed.
  const kill = async () => isOver() || (isKilled = signal(runnerOf(containerId), 'SIGKILL'));
  await until('a runner to kill', kill, { timeoutMs: 90_000 });
  expect(isKilled, 'a runner was killed').toBe(true);
}

async function untilCompleted(user: TestUser): Promise<void> {
  let done = 0;
  const ask = async () => {
    done = (await user.api.call(routes.getDashboardStats)).completedTasks;
    return done === TASKS;
  };
  await until(`${TASKS} tasks to be completed`, ask, { timeoutMs: 200_000, everyMs: 500, seen: () => done });
}

/** The start was approved; of the command's questions one was carried out, and the others belong to killed runs. */
function expectDecidedOnce(title: string, items: readonly TaskItem[]): void {
  const asked = items.filter(({ needsApproval }) => needsApproval);
  expect(
    asked.map(({ isApproved }) => isApproved),
    title,
  ).toEqual(asked.map(() => true));
  const commands = asked.filter(({ toolKind }) => toolKind === 'execute');
  const carriedOut = commands.filter(({ grant }) => grant === 'executed');
  expect(
    carriedOut.map(({ title: command }) => command),
    title,
  ).toEqual(['Run ls']);
  const left = commands.filter(({ grant }) => grant !== 'executed');
  expect(
    left.map(({ grant }) => grant),
    title,
  ).toEqual(left.map(() => 'released'));
}
