import { routes } from '@countersign/contract';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signIn, untilDrawn, withBrowser } from '../browser.ts';
import { addTasks } from '../many.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

/** A page takes no decision within 600 ms of a card; without a pause, changes come faster than singly told signals. */
const PAUSE_MS = 700;
const SERIES = [
  { size: 10, pause: PAUSE_MS },
  { size: 10, pause: 0 },
  { size: 10_000, pause: PAUSE_MS },
];
const REQUESTS = 100;

/** From the making of a request to its card on an open page: what a person on the couch waits for. */
export async function measureCardLatency(): Promise<Table[]> {
  const rows = [];
  for (const { size, pause } of SERIES) {
    const { cards, calls } = await cardsAt(size, pause);
    rows.push([
      size,
      pause,
      cards.length,
      percentile(cards, 0.5),
      percentile(cards, 0.95),
      Math.max(...cards),
      percentile(calls, 0.5),
    ]);
  }
  return [
    {
      title: 'Request made → card in the open page',
      goal: `p95 ≤ 100 ms, as fast as a person decides (${PAUSE_MS} ms between two)`,
      limits: [{ column: 'p95 ms', of: ([, pause]) => pause === PAUSE_MS, atMost: 100 }],
      columns: ['tasks', 'pause ms', 'n', 'p50 ms', 'p95 ms', 'max ms', 'of it the call that makes it, p50 ms'],
      rows,
    },
  ];
}

async function cardsAt(size: number, pause: number): Promise<{ cards: number[]; calls: number[] }> {
  const user = await newUser();
  const projectId = await addTasks(user, size);
  return withBrowser(async (page) => {
    await signIn(page, user);
    await page.goto('/approvals');
    await page.getByText('All caught up!').waitFor();
    const measured: { cards: number[]; calls: number[] } = { cards: [], calls: [] };
    for (let index = 0; index < REQUESTS; index += 1) {
      const { card, call } = await request(page, user, projectId, index);
      measured.cards.push(card);
      measured.calls.push(call);
      await setTimeout(pause);
    }
    return measured;
  });
}

/** Makes a request, waits for its card, and decides it, so that the queue is empty again. Milliseconds of both. */
async function request(page: Page, { api }: BenchUser, id: string, index: number) {
  const title = `Request ${index}`;
  const body = { title, status: 'awaiting_approval' as const };
  const began = performance.now();
  const since = () => performance.now() - began;
  const [card, call] = await Promise.all([
    untilDrawn(page, `//*[text()="${title}"]`).then(since),
    api.call(routes.postProjectTask, { params: { id }, body }).then(since),
  ]);
  const [item] = await api.call(routes.listApprovals);
  if (item) await api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
  await page.getByText('All caught up!').waitFor();
  return { card, call };
}
