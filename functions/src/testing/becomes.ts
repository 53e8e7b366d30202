import { expect } from 'vitest';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds } from './agents.ts';

/**
 * Resolves when `look` finds what is wanted. For what a reply promised: it waits 2 s for that, and on a busy machine the
 * sweeper finishes it.
 */
export async function becomes<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  const lookAndSweep = async () => {
    const found = await look();
    if (found !== wanted) await sweep(inSeconds(60));
    return found;
  };
  await expect.poll(lookAndSweep, { timeout: 60_000 }).toBe(wanted);
}
