import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/** Presses a button by key once it is on. Lines that are drawn late move a card's buttons: a click can be let go beside one. */
export async function pressWhenOn(button: Locator): Promise<void> {
  await until(`${button} to be on`, () => button.isEnabled());
  await button.press('Enter');
}
