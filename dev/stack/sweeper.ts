import { pause } from '../lib/service.ts';

const EVERY_MS = 15_000;

export interface Sweeper {
  stop: () => Promise<void>;
}

/** Calls the sweeper as Cloud Scheduler does in production; the emulators have no scheduler. */
export function startSweeper(agentApi: string, key: string): Sweeper {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await sweep(agentApi, key, stopped.signal).catch(() => undefined); // the next round tries again
      await Promise.race([pause(EVERY_MS), aborted(stopped.signal)]);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

async function sweep(agentApi: string, key: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${agentApi}/internal/sweep`, {
    method: 'POST',
    headers: { 'x-sweep-key': key },
    signal,
  });
  await response.body?.cancel();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
