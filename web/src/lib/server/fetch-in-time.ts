import { VERSION_HEADER } from '@countersign/contract';
import { noteServerTime } from './server-clock.ts';
import { noteServerVersion } from './server-version.ts';

/** How long to wait for a reply: on a connection that died unnoticed none would ever come. */
export const PATIENCE_MS = 60_000;

/** `fetch` that fails with a `TimeoutError` if the complete reply has not arrived after a minute. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(input, { ...init, signal: init?.signal ? either(init.signal, timeout) : timeout });
  const version = response.headers.get(VERSION_HEADER);
  noteServerVersion(version);
  // Without it, it is a file, which may have been kept somewhere on the way for hours.
  if (version !== null) noteServerTime(response.headers.get('Date'), sentAt);
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
