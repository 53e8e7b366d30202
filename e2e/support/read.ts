/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/** How many screens are read in one go before the button is looked for again. */
const SCREENS = 40;

/** Reads what a request shows, following the card's hints that something is left, until it may be approved. */
export async function readToEnd(area: Locator): Promise<void> {
  const approve = area.getByRole('button', { name: 'Approve', exact: true });
  let left: string | null = null;
  await until(
    'all of the request to be seen',
    async () => {
      left = await area.evaluate(readOn, SCREENS);
      return approve.isEnabled();
    },
    { timeoutMs: 90_000, seen: () => left },
  );
}

/** Presses the button that leads on, giving each screen time to be drawn. Returns what the card says is left. */
async function readOn(area: Element, screens: number): Promise<string | null> {
  const way = () =>
    [...area.querySelectorAll('button')].find(({ textContent }) => /(more lines?|not shown)$/.test(textContent ?? ''));
  for (let screen = 0; screen < screens; screen += 1) {
    const next = way();
    if (!next) return null;
    next.click();
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  }
  return way()?.textContent ?? null;
}
