/**
 * Asks again until there is an answer, for what has no event to wait for (a status behind HTTP). Throws with the last
 * answer, so that a failure shows what was seen instead.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  {
    timeoutMs = 30_000,
    everyMs = 150,
    seen = () => '' as unknown,
  }: { timeoutMs?: number; everyMs?: number; seen?: () => unknown } = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Expected ${what} within ${timeoutMs} ms; saw ${JSON.stringify(seen())}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
