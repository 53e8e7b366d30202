import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../testing/send-raw.ts';
import { createEgressProxy } from './egress-proxy.ts';

let server: NetServer;
let proxy: Server;
let sockets: Socket[];
/** What the server answers, as it goes over the line. */
let reply: string;

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    // Once, when the whole request is there.
    let asked = '';
    socket.on('data', (bytes) => {
      asked += bytes.toString();
      if (asked.endsWith('abc')) socket.write(reply);
    });
  });
  const port = await listen(server);
  // The one port of this machine that it reaches.
  proxy = createEgressProxy({ modelPort: port, log: () => undefined });
  await listen(proxy);
});
afterEach(() => {
  proxy.closeAllConnections();
  proxy.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function listen(one: NetServer): Promise<number> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return portOf(one);
}

const portOf = (one: NetServer) => (one.address() as AddressInfo).port;

const post = (headers: Record<string, string>) =>
  sendRaw(portOf(proxy), { method: 'POST', target: `http://127.0.0.1:${portOf(server)}/`, headers, body: 'abc' });

describe('the way to the internet', () => {
  it.each([
    ['a trailer', '200 OK\r\nTrailer: x-end', /^HTTP\/1\.1 200 [^]*\r\n\r\nok$/],
    ['a status that is none', '099 What', /^HTTP\/1\.1 502 [^]*Not reached: it answered 99/],
  ])('outlives an answer with %s', async (_what, head, expected) => {
    reply = `HTTP/1.1 ${head}\r\nContent-Length: 2\r\n\r\nok`;
    expect(await post({ 'content-length': '3' })).toMatch(expected);
  });

  it('outlives a request that announces a trailer beside a length', async () => {
    reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    expect(await post({ 'content-length': '3', trailer: 'x-end' })).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nok$/);
  });
});
