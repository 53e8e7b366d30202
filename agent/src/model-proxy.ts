import { timingSafeEqual } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { nanoid } from 'nanoid';
import type { ModelAccess } from './agents/agent-spec.ts';
import type { ModelEndpoint } from './env.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';

/** A served way to the model. */
export interface ModelProxy {
  access: ModelAccess;
  close(): void;
}

/** Headers that concern one connection only, or that the proxy sets itself. */
const dropped = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
  // Compressed answers could not be looked into.
  'accept-encoding',
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'cookie',
]);

/** Of an answer that refuses something; more is of no use to anybody. */
const REFUSAL_BYTES = 64 * 1024;

/**
 * Serves an agent the model on loopback: the agent knows a key that is good for this run alone, the real one stays with the runner
 * (design §6). Replies are streamed as they come; what refuses something may name the real key, which is masked.
 */
export async function startModelProxy(endpoint: ModelEndpoint, log: Log, redact: Redactor): Promise<ModelProxy> {
  const key = `sk-countersign-${nanoid(40)}`;
  const server = createServer((req, res) => {
    const asked = pathAsked(req);
    if (asked === null) return void res.writeHead(400).end('Only paths are served here.');
    const way = wayOfKey(req, asked);
    if (way === null || !isSame(way.key, key)) return void res.writeHead(401).end('This key is not valid here.');
    forward(targetOf(endpoint, asked), headersFor(endpoint, way, req), req, res, { log, redact });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    access: { url: `http://127.0.0.1:${port}`, key, model: endpoint.model },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Headers = Record<string, string | string[]>;

/** How a request carries its key; each provider's clients have a way of their own. */
interface Way {
  key: string;
  header: 'authorization' | 'x-api-key' | 'x-goog-api-key';
}

/** Null where something else than a path is asked for. Read as a path it is always an address; by itself `//` is none. */
function pathAsked({ url = '' }: IncomingMessage): URL | null {
  return url.startsWith('/') ? new URL(`http://proxy${url}`) : null;
}

function wayOfKey(req: IncomingMessage, asked: URL): Way | null {
  for (const header of ['x-api-key', 'x-goog-api-key'] as const) {
    const key = req.headers[header];
    if (typeof key === 'string') return { key, header };
  }
  const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { key: bearer, header: 'authorization' };
  const inQuery = asked.searchParams.get('key');
  return inQuery === null ? null : { key: inQuery, header: 'x-goog-api-key' };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function forward(
  target: URL,
  headers: Headers,
  req: IncomingMessage,
  res: ServerResponse,
  { log, redact }: { log: Log; redact: Redactor },
): void {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const upstream = send(target, { method: req.method, headers }, (reply) => {
    const status = reply.statusCode ?? 502;
    const kept = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !dropped.has(name)));
    if (status < 400) {
      res.writeHead(status, redact.inValue(kept));
      reply.pipe(res);
      reply.on('error', () => res.destroy());
      return;
    }
    log(`the model answered ${status} to ${req.method} ${target.pathname}`);
    const { 'content-length': _length, 'content-encoding': _encoding, ...others } = kept;
    readRefusal(reply).then(
      (text) => res.writeHead(status, redact.inValue(others)).end(redact(text)),
      () => res.destroy(),
    );
  });
  upstream.on('error', (error) => {
    log(`the model cannot be reached: ${error.message}`);
    if (res.headersSent) res.destroy();
    else res.writeHead(502, { 'Content-Type': 'text/plain' }).end('The model cannot be reached.');
  });
  res.on('close', () => upstream.destroy());
  req.pipe(upstream);
}

/** What cannot be looked into, or is too long, is left out. */
async function readRefusal(reply: IncomingMessage): Promise<string> {
  const isPlain = ['', 'identity'].includes(reply.headers['content-encoding'] ?? '');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (!isPlain || bytes > REFUSAL_BYTES) return `The model answered ${reply.statusCode}.`;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The path below the endpoint; both may name the version. */
function targetOf({ baseUrl }: ModelEndpoint, asked: URL): URL {
  asked.searchParams.delete('key');
  const base = /\/v1$/.test(baseUrl) && asked.pathname.startsWith('/v1/') ? baseUrl.slice(0, -'/v1'.length) : baseUrl;
  return new URL(`${base}${asked.pathname}${asked.search}`);
}

function headersFor({ apiKey }: ModelEndpoint, { header }: Way, req: IncomingMessage): Headers {
  const headers: Headers = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (!dropped.has(name) && value !== undefined) headers[name] = value;
  }
  headers[header] = header === 'authorization' ? `Bearer ${apiKey}` : apiKey;
  return headers;
}
