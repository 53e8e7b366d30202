import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusalByProgram } from './own-pages.mjs';

export interface Listening {
  port: number;
  close: () => Promise<void>;
}

/**
 * Serves HTTP on a port of 127.0.0.1 (0: any free one), to programs of this machine but not to other sites' pages in
 * its browsers. Rejects when the port is taken. Closing also ends open connections.
 */
export async function listen(handler: RequestListener, port: number): Promise<Listening> {
  let listensOn = port;
  const server = createServer((req, res) => {
    const refusal = refusalByProgram(req, listensOn);
    if (refusal === undefined) return handler(req, res);
    res.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(`${refusal}\n`);
  });
  server.requestTimeout = 0;
  // A socket closed for being idle, just as a busy machine writes to it, would fail a call for nothing.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  listensOn = (server.address() as AddressInfo).port;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: listensOn, close };
}
