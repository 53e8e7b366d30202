import { errors, type Locator } from 'playwright-core';

/**
 * Presses what may be gone, or move on, in the moment between the look and the press, and then is no failure: who
 * calls this looks again. Returns whether it was pressed. A finger taps where the page has touch (`touch`).
 */
export async function pressIfThere(
  target: Locator,
  { touch = false, withinMs = 2_000 }: { touch?: boolean; withinMs?: number } = {},
): Promise<boolean> {
  if (!(await target.isVisible())) return false;
  try {
    await target[touch ? 'tap' : 'click']({ timeout: withinMs });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
