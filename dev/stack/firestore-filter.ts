import { createServer as createHttpServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Listening } from '../lib/listen.ts';
import { refusal } from '../lib/own-pages.mjs';

export interface FirestoreFilterOptions {
  port: number;
  /** `host:port` of the emulator, which need not answer yet. */
  emulator: string;
  /** The origins of pages that may call it. */
  origins: string[];
}

/** How HTTP/2 begins between programs that both know the other speaks it. No page can make its browser send that. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** Headers that concern one connection only, and not the one to the emulator. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'upgrade', 'http2-settings', 'proxy-connection'];

/**
 * Listens on 127.0.0.1 where browsers look for the Firestore emulator, and lets only pages of these origins through to
 * it (../lib/own-pages.mjs). Programs get through too, over HTTP/1 and HTTP/2.
 */
export async function startFirestoreFilter(options: FirestoreFilterOptions): Promise<Listening> {
  const [host = '', port = ''] = options.emulator.split(':');
  const emulator = { host, port: Number(port) };
  const pages = createHttpServer((req, res) => {
    const why = refusal(req.headers, options.origins);
    if (why === undefined) forward(req, res, emulator);
    else res.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(why);
  });
  pages.keepAliveTimeout = 0; // as in ../lib/listen.ts
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    sort(socket, emulator, pages);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : options.port, close };
}

interface Address {
  host: string;
  port: number;
}

/** Routes a connection as soon as its first bytes show which protocol it speaks. */
function sort(socket: Socket, emulator: Address, pages: ReturnType<typeof createHttpServer>): void {
  let begin: Buffer = Buffer.alloc(0);
  const look = (chunk: Buffer) => {
    begin = Buffer.concat([begin, chunk]);
    const known = begin.subarray(0, PREFACE.length);
    const isPreface = known.equals(PREFACE.subarray(0, known.length));
    if (isPreface && known.length < PREFACE.length) return; // not all of it has arrived
    socket.off('data', look);
    socket.pause();
    socket.unshift(begin);
    if (isPreface) passOn(socket, emulator);
    else pages.emit('connection', socket);
    process.nextTick(() => socket.resume());
  };
  socket.on('data', look);
}

function passOn(socket: Socket, emulator: Address): void {
  const onward = connect({ ...emulator, noDelay: true });
  const end = () => {
    socket.destroy();
    onward.destroy();
  };
  pipeline(socket, onward, end);
  pipeline(onward, socket, end);
}

/** Streams both ways: a listener's reply goes on for as long as somebody listens. */
function forward(req: IncomingMessage, res: ServerResponse, emulator: Address): void {
  const { method, url: path } = req;
  const sent = request({ ...emulator, method, path, headers: endToEnd(req.headers), agent: false }, (reply) => {
    const { 'transfer-encoding': _encoding, ...headers } = endToEnd(reply.headers);
    res.writeHead(reply.statusCode ?? 502, headers);
    res.flushHeaders();
    pipeline(reply, res, () => undefined);
  });
  sent.on('error', () => {
    if (res.headersSent) res.destroy();
    else res.writeHead(502, { 'content-type': 'text/plain' }).end('The Firestore emulator does not answer.');
  });
  res.once('close', () => sent.destroy());
  req.pipe(sent);
}

function endToEnd<Headers extends object>(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name))) as Headers;
}
