import { VERSION_HEADER } from '@countersign/contract';
import { noteServerVersion } from './server-version.ts';

/** How long to wait for a reply: on a connection that died unnoticed none would ever come. */
export const PATIENCE_MS = 60_000;

/** `fetch` that fails with a `TimeoutError` if the complete reply has not arrived after a minute. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(input, { ...init, signal: init?.signal ? either(init.signal, timeout) : timeout });
  noteServerVersion(response.headers.get(VERSION_HEADER));
  return response;
};

/** Aborts with whichever comes first. `AbortSignal.any` is newer than the browsers that the app supports. */
function either(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}
