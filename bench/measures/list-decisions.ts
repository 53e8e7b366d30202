import type { Page } from 'playwright-core';
import { signIn, withBrowser } from '../browser.ts';
import { addApprovals, askToStart } from '../many.ts';
import { percentile, type Table } from '../table.ts';
import { newUser } from '../user.ts';

const DECISIONS = 20;
/** How many others wait behind those that are decided. */
const OTHERS = [1, 500];
/** Fits the window with its decision: a longer card must be read to its end first. */
const SHORT = 'Mend what is broken.';

/** From a press on Approve in the list until its card is gone: what a person waits for at each of many decisions. */
export async function measureListDecisions(): Promise<Table[]> {
  const rows = [];
  for (const others of OTHERS) {
    const decided = await decideMany(others);
    const [gone, call] = [decided.map((one) => one.gone), decided.map((one) => one.call)];
    const beyond = decided.map((one) => one.gone - one.call);
    rows.push([
      others,
      gone.length,
      percentile(gone, 0.5),
      percentile(gone, 0.95),
      percentile(call, 0.5),
      percentile(beyond, 0.5),
    ]);
  }
  return [
    {
      title: 'Approve pressed in the list → its card is gone',
      goal: 'p95 ≤ 500 ms; beyond the call itself at most 100 ms, however many wait',
      limits: [
        { column: 'p95 ms', atMost: 500 },
        { column: 'beyond it, p50 ms', atMost: 100 },
      ],
      columns: ['others waiting', 'n', 'p50 ms', 'p95 ms', 'of it the call, p50 ms', 'beyond it, p50 ms'],
      rows,
    },
  ];
}

interface Decided {
  gone: number;
  call: number;
}

async function decideMany(others: number): Promise<Decided[]> {
  const user = await newUser();
  // The oldest come first.
  for (let index = 0; index < DECISIONS; index += 1) await askToStart(user, `Request ${index}`, SHORT);
  await addApprovals(user, others);
  return withBrowser(async (page) => {
    await signIn(page, user);
    await page.goto('/approvals');
    const decided: Decided[] = [];
    for (let index = 0; index < DECISIONS; index += 1) decided.push(await decideFirst(page));
    return decided;
  });
}

/** Presses as soon as the list takes a decision; looks at each frame. */
function decideFirst(page: Page): Promise<Decided> {
  return page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const first = () => document.querySelector('[aria-label="Pending approvals"]:not([aria-disabled]) li[data-id]');
    const approveIn = (row) => [...(row?.querySelectorAll('button') ?? [])]
      .find((one) => one.textContent === 'Approve' && !one.disabled);
    while (!approveIn(first())) await frame();
    const row = first();
    performance.clearResourceTimings();
    const began = performance.now();
    approveIn(row).click();
    while (row.isConnected) await frame();
    const gone = performance.now() - began;
    const call = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/approve'));
    while (!call()) await frame();
    return { gone, call: call().duration };
  })()`);
}
