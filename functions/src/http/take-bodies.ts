import { BODY_LIMIT_BYTES } from '@countersign/contract';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Node's announcement of a request to any server of this process, just before the server's own listeners get it. */
const STARTS = 'http.server.request.start';

/** How long a body may take to arrive: at 1 MiB, what a slow telephone sends. */
export const BODY_SECONDS = 20;

/** Why a body was not taken. */
export type Refusal = 'too_large' | 'encoded' | 'late';

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
      takeBody(req, res, () => listeners.forEach((listener) => void listener.call(server, req, res)));
    });
  });
}

/**
 * Takes a request's body, up to what any route accepts, and then calls `go`. What is refused is not waited for: Node
 * reads and drops it after the reply. If the caller leaves in between, `go` is never called. One who sends a byte now and
 * then would otherwise take one of an instance's places for as long as the platform lets a request last, before any
 * limit on calls has seen it.
 */
function takeBody(req: IncomingMessage & { rawBody?: Buffer }, res: ServerResponse, go: () => void): void {
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
  const stop = (refusal: Refusal): void => {
    clearTimeout(timer);
    req.off('data', take).off('end', end).resume();
    refuse(refusal);
  };
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
    else stop('too_large');
  };
  const end = (): void => {
    clearTimeout(timer);
    req.rawBody = Buffer.concat(chunks);
    go();
  };
  const timer = setTimeout(() => {
    res.setHeader('Connection', 'close'); // or the rest would be waited for after the reply
    stop('late');
  }, BODY_SECONDS * 1_000);
  req.on('data', take).on('end', end);
  req.once('close', () => clearTimeout(timer));
}
