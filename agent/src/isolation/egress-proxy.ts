import { lookup } from 'node:dns/promises';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { messageOf } from '../lib/failures.ts';

/** Milliseconds for resolving and reaching an address; an open connection may stay quiet for as long as it likes. */
const CONNECT_MS = 30_000;

/** Servers may send a lower one, for which Node throws when it is passed on. */
const LEAST_STATUS = 100;

export interface EgressOptions {
  /** The one port of this machine that may be reached: the model proxy's, which some agents reach through theirs. */
  modelPort: number | null;
  log: (line: string) => void;
}

/**
 * An HTTP proxy (CONNECT, and plain http:// addresses) to the internet and nothing else: names are resolved here, and
 * the connection goes to the address that was found public. This machine and its private surroundings answer 403.
 */
export function createEgressProxy({ modelPort, log }: EgressOptions): Server {
  const refuse = (host: string, port: number) => {
    log(`the agent asked for ${host}:${port}, which is not on the internet: refused`);
    return 'Only addresses on the internet can be reached from here.';
  };
  const server = createServer((req, res) => {
    forward(req, res).catch((error: unknown) => fail(res, error));
  });
  const forward = async (req: IncomingMessage, res: ServerResponse) => {
    const url = URL.parse(req.url ?? '');
    if (url?.protocol !== 'http:') return void res.writeHead(400).end('Only http:// addresses are served here.');
    const port = Number(url.port || 80);
    const address = await reachable(url.hostname, port, modelPort);
    if (address === null) return void res.writeHead(403).end(refuse(url.hostname, port));
    const { 'proxy-connection': _connection, 'proxy-authorization': _authorization, ...given } = req.headers;
    const headers = withoutTrailer(given);
    const path = `${url.pathname}${url.search}`;
    const onward = request({ host: address, port, path, method: req.method, headers, timeout: CONNECT_MS });
    onward.on('response', (reply) => {
      const { statusCode = 0 } = reply;
      if (statusCode < LEAST_STATUS) return fail(res, new Error(`it answered ${statusCode}`));
      res.writeHead(statusCode, withoutTrailer(reply.headers));
      reply.pipe(res);
    });
    onward.on('timeout', () => onward.destroy(new Error('no answer')));
    onward.on('error', (error) => fail(res, error));
    res.on('close', () => onward.destroy());
    req.pipe(onward);
  };
  server.on('connect', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    tunnel(req, socket, head).catch(() => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  const tunnel = async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.parse(`http://${req.url ?? ''}`);
    const port = Number(url?.port || 443);
    const address = url && (await reachable(url.hostname, port, modelPort));
    if (!address) {
      const words = refuse(url?.hostname ?? '', port);
      socket.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${words.length}\r\n\r\n${words}`);
      return;
    }
    const onward = connect({ host: address, port, timeout: CONNECT_MS });
    onward.on('timeout', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    onward.on('connect', () => {
      onward.setTimeout(0);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
  };
  return server;
}

/** Trailers are not passed on. Node throws where one is announced and the body has a length. */
function withoutTrailer({ trailer: _trailer, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}

function fail(res: ServerResponse, error: unknown): void {
  if (res.headersSent) res.destroy();
  else res.writeHead(502).end(`Not reached: ${messageOf(error)}`);
}

/** The public address behind a name; null if one of its addresses is not on the internet. Throws if there is none. */
async function reachable(hostname: string, port: number, modelPort: number | null): Promise<string | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (port === modelPort && (host === '127.0.0.1' || host === 'localhost')) return '127.0.0.1';
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
  const addresses = found.map(({ address }) => address);
  return addresses.every(isPublic) ? (addresses[0] ?? null) : null;
}

/** Where IPv6's public addresses are. Others may still be forms of an IPv4 address, such as `::7f00:1`. */
const global = ipaddr.IPv6.parseCIDR('2000::/3');

/** On the internet, and not this machine itself. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map((one) => one.address) ?? []);
  // An IPv6 form of an IPv4 address is judged as that IPv4 address.
  const canonical = ipaddr.process(address);
  if (canonical instanceof ipaddr.IPv6 && !canonical.match(global)) return false;
  return canonical.range() === 'unicast' && !own.includes(canonical.toString());
}
