import { routes } from '@countersign/contract';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { bareListener } from '../bare-listener.ts';
import { signIn, untilDrawn, withBrowser } from '../browser.ts';
import { database } from '../database.ts';
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

interface Measured {
  cards: number[];
  calls: number[];
  /** The same database work alone. */
  bare: number[];
}

/** From the making of a request to its card on an open page: what a person on the couch waits for. */
export async function measureCardLatency(): Promise<Table[]> {
  const rows = [];
  for (const { size, pause } of SERIES) {
    const { cards, calls, bare } = await cardsAt(size, pause);
    rows.push([
      size,
      pause,
      cards.length,
      percentile(cards, 0.5),
      percentile(cards, 0.95),
      Math.max(...cards),
      percentile(calls, 0.5),
      percentile(bare, 0.5),
      percentile(bare, 0.95),
      percentile(cards, 0.5) / percentile(bare, 0.5),
    ]);
  }
  return [
    {
      title: 'Request made → card in the open page',
      goal: `p95 ≤ 100 ms, as fast as a person decides (${PAUSE_MS} ms between two)`,
      limits: [{ column: 'p95 ms', of: ([, pause]) => pause === PAUSE_MS, atMost: 100 }],
      columns: [
        'tasks',
        'pause ms',
        'n',
        'p50 ms',
        'p95 ms',
        'max ms',
        'of it the call that makes it, p50 ms',
        'bare database, p50 ms',
        'bare database, p95 ms',
        '× bare',
      ],
      rows,
    },
  ];
}

async function cardsAt(size: number, pause: number): Promise<Measured> {
  const user = await newUser();
  const projectId = await addTasks(user, size);
  const bare = bareWay(user, projectId);
  return withBrowser(async (page) => {
    await signIn(page, user);
    await page.goto('/approvals');
    await page.getByText('All caught up!').waitFor();
    const measured: Measured = { cards: [], calls: [], bare: [] };
    for (let index = 0; index < REQUESTS; index += 1) {
      const { card, call } = await request(page, user, projectId, index);
      measured.cards.push(card);
      measured.calls.push(call);
      await setTimeout(pause);
      measured.bare.push(await bare.go());
    }
    bare.stop();
    return measured;
  });
}

/**
 * What no server can do without, by the Admin SDK alone: to read the project, write the request, tell a listener, and
 * read what waits, with what it belongs to.
 */
function bareWay({ uid }: BenchUser, projectId: string) {
  const all = database().collection('benchRequests');
  const project = database().doc(`projects/${projectId}`);
  const listener = bareListener();
  return {
    stop: listener.stop,
    async go(): Promise<number> {
      const began = performance.now();
      await project.get();
      const batch = database().batch();
      const written = [true, false, false].map((isAsked) => ({ ref: all.doc(), isAsked }));
      for (const { ref, isAsked } of written) batch.create(ref, { userId: uid, isAsked, createdAt: new Date() });
      await batch.commit();
      await listener.write();
      const { docs } = await all.where('userId', '==', uid).where('isAsked', '==', true).orderBy('createdAt').get();
      await database().getAll(project, ...docs.map(({ ref }) => ref));
      const took = performance.now() - began;
      await Promise.all(written.map(({ ref }) => ref.delete()));
      return took;
    },
  };
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
