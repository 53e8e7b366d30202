/** Cloud Run said no: nothing was started, and asking again would be answered the same. */
export class RuntimeRefused extends Error {
  override name = 'RuntimeRefused';
}

/** Cloud Run could not be asked, or may not have heard: the same start has to be tried again, never taken as done. */
export class RuntimeUnavailable extends Error {
  override name = 'RuntimeUnavailable';
}

/** Cloud Run heard it and has no room at the moment: too many calls a minute, or too much that runs. Nothing was started. */
export class RuntimeBusy extends RuntimeUnavailable {
  override name = 'RuntimeBusy';
}

/** Codes of google.rpc that mean "no" whoever asks again: bad argument, missing, forbidden, precondition, unknown method. */
const REFUSALS = new Set([3, 5, 7, 9, 12, 16]);
/** A quota, of a minute or of what runs at the same time: it passes. */
const RESOURCE_EXHAUSTED = 8;

/** The google.rpc code of what a client library threw; undefined when it is none. */
export function rpcCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? error.code : undefined;
}

/** Turns what the client library threw into one of the errors above. */
export function toRuntimeError(error: unknown): RuntimeRefused | RuntimeUnavailable {
  if (error instanceof RuntimeRefused || error instanceof RuntimeUnavailable) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = rpcCode(error);
  if (code === RESOURCE_EXHAUSTED) return new RuntimeBusy(message, { cause: error });
  if (code !== undefined && REFUSALS.has(code)) return new RuntimeRefused(message, { cause: error });
  return new RuntimeUnavailable(message, { cause: error });
}
