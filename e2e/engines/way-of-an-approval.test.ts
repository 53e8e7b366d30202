import { routes, type TaskItem } from '@countersign/contract';
import { expect, test } from 'vitest';
import { newPending } from '../support/approvals.ts';
import { until } from '../support/until.ts';
import { newUser, type TestUser } from '../support/user.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { button, EnginePage } from './page.ts';
import { startWebKit } from './webkit.ts';

const TITLES = ['Alpha', 'Beta', 'Gamma', 'Delta'];
/** More than a screen: it has to be opened and read. */
const LONG = Array.from({ length: 60 }, (_, line) => `Thread ${line + 1}`).join('\n');

const card = `document.querySelector('[aria-label^="Pending approval:"]:not([inert]):not([aria-disabled])')`;
const dialog = `document.querySelector('[role=dialog]')`;
/** The whole card was seen, and it takes decisions. */
const canApprove = `!!${card} && !!${button('Approve')}`;
const says = (text: string) => `document.body.textContent.includes('${text}')`;
/** The button that leads to the next unseen line. */
const way = `[...(${dialog}?.querySelectorAll('button') ?? [])].find((one) => /(more lines?|not shown)$/.test(one.textContent.trim()))`;

/** Waits until an item is decided; resolves with it. */
const decided = ({ api }: TestUser, id: string): Promise<TaskItem> =>
  until(
    `${id} to be decided`,
    async () => {
      const item = await api.call(routes.getTaskItem, { params: { id } });
      return item.isApproved !== null && item;
    },
    { timeoutMs: 120_000 },
  );

test.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('the way of an approval in %s', { timeout: 900_000 }, async (_name, start: () => Promise<Driver>) => {
  const user = await newUser('engine');
  const pending = await newPending(user, TITLES);
  const [long] = await newPending(user, ['Weave'], LONG, 'Loom');
  const ids = [...pending, long].map((one) => one?.itemId ?? '');
  const driver = await start();
  const page = new EnginePage(driver);
  try {
    await page.goto('/login');
    await page.write(`document.querySelector('[role=tabpanel] input[type=email]')`, user.email);
    await page.write(`document.querySelector('[role=tabpanel] input[type=password]')`, user.password);
    await page.press(`document.querySelector('[role=tabpanel] button[type=submit]')`);
    await page.is(`document.querySelector('h1')?.textContent === 'Dashboard'`);

    await page.goto('/approvals');
    await page.press(
      button(
        'Approve',
        `[...document.querySelectorAll('[role=group]')].find((one) => one.textContent.includes('Alpha'))`,
      ),
    );
    expect((await decided(user, ids[0] ?? '')).isApproved).toBe(true);

    await page.goto('/approvals?mode=swipe');
    await page.is(says('1 of 4 pending approvals'));
    await page.is(canApprove);
    await page.drag(card, 170);
    expect((await decided(user, ids[1] ?? '')).isApproved).toBe(true);

    await page.is(says('1 of 3 pending approvals'));
    await page.is(canApprove);
    await page.key('ArrowRight');
    expect((await decided(user, ids[2] ?? '')).isApproved).toBe(true);

    await page.is(says('1 of 2 pending approvals'));
    await page.is(`!!${card}`);
    await page.key('ArrowLeft');
    await page.write(`${dialog}?.querySelector('textarea')`, 'Another colour');
    await page.press(`${dialog}?.querySelector('button[type=submit]:not([disabled])')`);
    expect((await decided(user, ids[3] ?? '')).isApproved).toBe(false);

    // Before it is read to its end, the key opens it.
    await page.is(says('1 of 1 pending approvals'));
    await page.is(`!!${card}`);
    await page.key('ArrowRight');
    await page.is(`!!${dialog}`);
    expect(await driver.value(`!!${button('Approve', dialog)}`), 'Approve before it was read').toBe(false);
    await until(
      'all of it to be seen',
      async () => {
        if ((await driver.value(`!!${button('Approve', dialog)}`)) === true) return true;
        if ((await driver.value(`!!${way}`)) === true) await page.press(way);
        return false;
      },
      { timeoutMs: 120_000 },
    );
    await page.press(button('Approve', dialog));
    expect((await decided(user, ids[4] ?? '')).isApproved).toBe(true);
    await page.is(says('All caught up!'));
  } finally {
    await driver.end();
  }
});
