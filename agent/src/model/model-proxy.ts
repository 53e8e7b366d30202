import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelEndpoint } from '@countersign/contract/agent';
import { nanoid } from 'nanoid';
import type { ModelAccess } from '../agents/agent-spec.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import { type Admission, createAdmission, type Metering } from './meter/admit-call.ts';
import { dropped, forward, type RequestHeaders } from './forward-request.ts';
import { isOfModel, isServed, styleOf } from './model-style.ts';
import type { ModelReports } from './trouble/model-watch.ts';
import { receiveCall } from './request/receive-call.ts';

/** Used if the server does not say how much the model takes. */
const CONTEXT_DEFAULT = 128_000;

/** A way to the model that is being served. */
export interface ModelProxy {
  access: ModelAccess;
  close(): void;
}

/** What the proxy works with. */
export interface ModelProxyOptions {
  endpoint: ModelEndpoint;
  metering: Metering;
  watch: ModelReports;
  log: Log;
  redact: Redactor;
  /** Another time than the default that a connection to the model may take. */
  connectMs?: number;
}

/**
 * Serves an agent the model on loopback: the agent knows a key that is valid for this run only, the real one stays with
 * the runner. Only calls of a model are passed on. Replies are streamed as they come; a refusal may name the real key,
 * which is masked. What the model uses is counted, and nothing more is asked of it when nothing is left.
 */
export async function startModelProxy(options: ModelProxyOptions): Promise<ModelProxy> {
  const { endpoint } = options;
  const key = `sk-countersign-${nanoid(40)}`;
  const admission = countedAs(endpoint, createAdmission(options.metering, options.log));
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const asked = pathAsked(req);
    if (asked === null) return void res.writeHead(400).end('Only paths are served here.');
    const way = wayOfKey(req, asked);
    if (way === null || !isSame(way.key, key)) return void res.writeHead(401).end('This key is not valid here.');
    const { method = '' } = req;
    if (!isServed(method)) return void res.writeHead(405).end('This method is not served here.');
    if (!isOfModel(method, asked.pathname)) {
      options.log(`the agent asked for ${method} ${asked.pathname}, which is no call of a model: refused`);
      return void res.writeHead(404).end('Only calls of the model are served here.');
    }
    const style = styleOf(method, asked.pathname);
    if (style !== null) res.once('close', options.watch.asks());
    const { pathname } = asked;
    const call = style === null ? null : await receiveCall({ style, pathname, req, res }, admission);
    if (style !== null && call === null) return;
    const to = { target: targetOf(endpoint, asked), headers: headersFor(endpoint, way, req) };
    forward({ ...to, req, res, call }, options);
  };
  const server = createServer((req, res) => {
    serve(req, res).catch((error: unknown) => {
      options.log(`the model proxy failed: ${String(error)}`);
      res.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    access: {
      url: `http://127.0.0.1:${port}`,
      key,
      model: endpoint.model,
      contextLength: endpoint.contextLength ?? CONTEXT_DEFAULT,
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The model's use is counted under the deployment's name for it; other models that an agent asks keep their own. */
function countedAs({ model, name = model }: ModelEndpoint, admission: Admission): Admission {
  const nameOf = (asked: string | null | undefined) => (asked === model ? name : asked);
  return { ...admission, admit: (bytes, gone, asked) => admission.admit(bytes, gone, nameOf(asked)) };
}

/** How a request carries its key; each provider's clients do it their own way. */
interface Way {
  key: string;
  header: 'authorization' | 'x-api-key' | 'x-goog-api-key';
}

/** Null if something other than a path is requested. Behind a host any path makes a valid URL; `//` alone does not. */
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

/** The path below the endpoint; either may name the version. */
function targetOf({ baseUrl }: ModelEndpoint, asked: URL): URL {
  asked.searchParams.delete('key');
  const base = /\/v1$/.test(baseUrl) && asked.pathname.startsWith('/v1/') ? baseUrl.slice(0, -'/v1'.length) : baseUrl;
  return new URL(`${base}${asked.pathname}${asked.search}`);
}

function headersFor({ apiKey }: ModelEndpoint, { header }: Way, req: IncomingMessage): RequestHeaders {
  const headers: RequestHeaders = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (!dropped.has(name) && value !== undefined) headers[name] = value;
  }
  if (apiKey === '') return headers;
  headers[header] = header === 'authorization' ? `Bearer ${apiKey}` : apiKey;
  return headers;
}
