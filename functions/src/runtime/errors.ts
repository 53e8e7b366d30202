import { messageOf } from '../lib/message-of.ts';
import { rpc } from '../lib/rpc.ts';

/** Cloud Run refused: nothing was started, and asking again would get the same answer. */
export class RuntimeRefused extends Error {
  override name = 'RuntimeRefused';
}

/** Cloud Run could not be asked, or may have missed the call: the start must be tried again, never assumed done. */
export class RuntimeUnavailable extends Error {
  override name = 'RuntimeUnavailable';
}

/** Cloud Run has no room at the moment: too many calls a minute, or too many executions. Nothing was started. */
export class RuntimeBusy extends RuntimeUnavailable {
  override name = 'RuntimeBusy';
}

/** A final "no". */
const REFUSALS = new Set<number>([
  rpc.invalidArgument,
  rpc.notFound,
  rpc.permissionDenied,
  rpc.failedPrecondition,
  rpc.unimplemented,
  rpc.unauthenticated,
]);

/** The code (lib/rpc.ts) of an error from a client library; undefined if it has none. */
export function rpcCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? error.code : undefined;
}

/** Converts an error from the client library to one of the errors above. */
export function toRuntimeError(error: unknown): RuntimeRefused | RuntimeUnavailable {
  if (error instanceof RuntimeRefused || error instanceof RuntimeUnavailable) return error;
  const message = messageOf(error);
  const code = rpcCode(error);
  // A quota, of calls per minute or of running executions: this passes.
  if (code === rpc.resourceExhausted) return new RuntimeBusy(message, { cause: error });
  if (code !== undefined && REFUSALS.has(code)) return new RuntimeRefused(message, { cause: error });
  return new RuntimeUnavailable(message, { cause: error });
}
