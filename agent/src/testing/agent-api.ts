import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BODY_LIMIT_BYTES, errorStatus, type CallOutput, type ErrorCode, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import * as z from 'zod/mini';
import { AgentState, Conflict } from './agent-state.ts';
import { createHandlers, type Handlers } from './agent-handlers.ts';

export interface TestApi {
  url: string;
  state: AgentState;
  /** While true, connections are cut without an answer. */
  unreachable: boolean;
  /** While true, the object store takes its time: nothing is stored. */
  holdsObjects: boolean;
  close(): Promise<void>;
}

export interface TestApiOptions {
  freeWaitSeconds?: number;
  idleSeconds?: number;
  taskLimitSeconds?: number;
}

/** The agent API in memory, served over HTTP as it is declared; beside it an object store for checkpoints. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const state = new AgentState();
  const held: [IncomingMessage, ServerResponse][] = [];
  let isHolding = false;
  let handlers: Handlers | null = null;
  const server = createServer((req, res) => {
    if (api.unreachable) return void req.socket.destroy();
    if (isHolding && req.method === 'PUT' && req.url?.startsWith('/objects/')) return void held.push([req, res]);
    serveAny(req, res);
  });
  const serveAny = (req: IncomingMessage, res: ServerResponse) => {
    const answered = req.url?.startsWith('/objects/') ? serveObject(state, req, res) : serve(handlers, state, req, res);
    answered.catch((error: unknown) => fail(res, error));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  handlers = createHandlers(state, url, options);
  const api: TestApi = {
    url,
    state,
    unreachable: false,
    get holdsObjects() {
      return isHolding;
    },
    set holdsObjects(hold) {
      isHolding = hold;
      if (!hold) for (const [req, res] of held.splice(0)) serveAny(req, res);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return api;
}

async function serve(handlers: Handlers | null, state: AgentState, req: IncomingMessage, res: ServerResponse) {
  const found = match(req);
  if (found === null || handlers === null) throw new Conflict('not_found', `No route ${req.method} ${req.url}`);
  const { name, route, params } = found;
  if (state.fenced) throw new Conflict('stale_epoch', 'Replaced');
  const bytes = await readBody(req);
  if (bytes.length > BODY_LIMIT_BYTES) throw new Conflict('too_large', 'The request is too large');
  const body = route.body ? z.parse(route.body, JSON.parse(bytes.toString('utf8'))) : undefined;
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const handler = handlers[name] as (input: unknown) => Promise<CallOutput<typeof route>>;
  const reply = await handler({ params, body, gone: gone.signal });
  if (route.reply)
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(z.parse(route.reply, reply)));
  else res.writeHead(204).end();
}

function match(req: IncomingMessage) {
  for (const [name, route] of Object.entries(agentRoutes) as Array<[keyof typeof agentRoutes, Route]>) {
    const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const found = route.method === req.method ? pattern.exec(req.url ?? '') : null;
    if (found) return { name, route, params: { ...found.groups } };
  }
  return null;
}

async function serveObject(state: AgentState, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const name = decodeURIComponent((req.url ?? '').slice('/objects/'.length));
  if (req.method === 'PUT') {
    state.objects.set(name, await readBody(req));
    return void res.writeHead(200).end();
  }
  const bytes = state.objects.get(name);
  res.writeHead(bytes ? 200 : 404).end(bytes);
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function fail(res: ServerResponse, error: unknown): void {
  const code =
    error instanceof Conflict ? (error.code as ErrorCode) : error instanceof z.core.$ZodError ? 'invalid' : 'internal';
  const message = error instanceof Error ? error.message : String(error);
  res.writeHead(errorStatus[code], { 'Content-Type': 'application/json' }).end(JSON.stringify({ message, code }));
}
