import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 180_000;
const EVERY_MS = 300;

/** Asks again until there is an answer. Throws after three minutes, naming `what` never came. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
    await delay(EVERY_MS);
  }
}
