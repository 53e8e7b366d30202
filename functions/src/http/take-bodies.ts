import { BODY_LIMIT_BYTES } from '@countersign/contract';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Node's announcement of a request to any server of this process, just before the server's own listeners get it. */
const STARTS = 'http.server.request.start';

/** Why a body was not taken. */
export type Refusal = 'too_large' | 'encoded';

const refusals = new WeakMap<IncomingMessage, Refusal>();

/** Why a request's body was not taken, if it was not. */
export const refusalOf = (req: IncomingMessage): Refusal | undefined => refusals.get(req);

/**
 * From now on, takes the body of each request before anybody else can: the framework of Cloud Functions, and the
 * emulator's, inflate and parse whatever anybody sends, up to 1 GiB, before they call a function, which alone can end an
 * instance. To them, a request whose body is taken has none; body.ts finds it as `rawBody`, or why it was refused.
 * Their servers do not exist yet while index.ts is loaded, and are theirs: so each is found by its first request.
 */
export function takeBodies(): void {
  const found = new WeakSet<Server>();
  subscribe(STARTS, (announced) => {
    const { server } = announced as { server: Server };
    if (found.has(server)) return;
    found.add(server);
    const listeners = server.listeners('request');
    server.removeAllListeners('request').on('request', (req, res: ServerResponse) => {
      takeBody(req, () => listeners.forEach((listener) => void listener.call(server, req, res)));
    });
  });
}

/**
 * Takes a request's body, up to what any route accepts, and then calls `go`. What is refused is not waited for: Node
 * reads and drops it after the reply. If the caller leaves in between, `go` is never called.
 */
function takeBody(req: IncomingMessage & { rawBody?: Buffer }, go: () => void): void {
  const {
    'content-length': length,
    'transfer-encoding': transfer,
    'content-encoding': encoding,
    ...others
  } = req.headers;
  if (length === undefined && transfer === undefined) return go();
  req.headers = others;
  const refuse = (refusal: Refusal): void => {
    refusals.set(req, refusal);
    go();
  };
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return refuse('encoded');
  if (Number(length ?? 0) > BODY_LIMIT_BYTES) return refuse('too_large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT_BYTES) return void chunks.push(chunk);
    req.off('data', take).off('end', end).resume();
    refuse('too_large');
  };
  const end = (): void => {
    req.rawBody = Buffer.concat(chunks);
    go();
  };
  req.on('data', take).on('end', end);
}
