import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { stack } from './stack.ts';

export interface Deployment {
  url: string;
  /** Serves this version from now on: a start page that says it, and an offline worker that knows it. */
  release: (version: string) => void;
}

/** The stack under another address, where a new version of the app can be released while a page is open. */
export function useDeployment(): () => Promise<Deployment> {
  const closes: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closes.splice(0).map((close) => close()));
  });
  return async () => {
    let version: string | null = null;
    const server = createServer((req, res) => forward(req, res, (text, path) => released(text, path, version)));
    await new Promise<void>((resolve) => server.listen(portAside(), '127.0.0.1', resolve));
    closes.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, release: (next) => (version = next) };
  };
}

/** The stack's emulators refuse the pages of any other port. */
function portAside(): number {
  const port = process.env.COUNTERSIGN_PORT_ASIDE;
  if (!port)
    throw new Error('COUNTERSIGN_PORT_ASIDE is missing: only a stack under test knows the app at a second address');
  return Number(port);
}

type Change = (text: string, path: string) => string;

function forward(req: IncomingMessage, res: ServerResponse, change: Change): void {
  const target = new URL(req.url ?? '/', stack.url);
  // What the browser has cached of a page is still the stack's, of the previous version.
  const { 'if-none-match': _tag, 'if-modified-since': _since, ...asked } = req.headers;
  const headers = { ...asked, host: target.host, 'accept-encoding': 'identity' };
  const sent = request(target, { method: req.method, headers }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on('data', (chunk: Buffer) => chunks.push(chunk));
    reply.on('end', () => {
      const body = Buffer.concat(chunks);
      const isText = target.pathname === '/sw.js' || reply.headers['content-type']?.startsWith('text/html');
      const changed = isText ? Buffer.from(change(body.toString(), target.pathname)) : body;
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = reply.headers;
      res.writeHead(reply.statusCode ?? 502, kept).end(changed);
    });
  });
  sent.on('error', () => res.destroy());
  req.pipe(sent);
}

/** How a build of changed sources differs: in the page, and in its revision in the worker's list of files. */
function released(text: string, path: string, version: string | null): string {
  if (version === null) return text;
  if (path !== '/sw.js') return text.replace(/(<meta name="version" content=")[^"]*/, `$1${version}`);
  const changed = text.replace(/(url:"index\.html",revision:")[^"]+/, `$1${version}`);
  if (changed === text) throw new Error('Expected the offline worker to list index.html');
  return changed;
}
