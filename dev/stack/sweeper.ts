import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 15_000;
/** More than a sweep takes. One during which the functions are killed may never be answered, and must not be the last. */
const LIMIT_MS = 75_000;

export interface Sweeper {
  stop: () => Promise<void>;
}

/** Calls the sweeper as Cloud Scheduler does in production; the emulators have no scheduler. */
export function startSweeper(agentApi: string, key: string, { everyMs = EVERY_MS, limitMs = LIMIT_MS } = {}): Sweeper {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(limitMs)]);
      await sweepOnce(agentApi, key, signal).catch(() => undefined); // the next round tries again
      await wait(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/** One round. Throws if the functions do not answer. */
export async function sweepOnce(agentApi: string, key: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(`${agentApi}/internal/sweep`, {
    method: 'POST',
    headers: { 'x-sweep-key': key },
    signal: signal ?? null,
  });
  await response.body?.cancel();
}
