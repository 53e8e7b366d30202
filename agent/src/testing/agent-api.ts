import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { BODY_LIMIT_BYTES, errorStatus, type CallOutput, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import * as z from 'zod/mini';
import type { Execution } from './agent-executions.ts';
import { createHandlers, type Handlers } from './agent-handlers.ts';
import { AgentState } from './agent-state.ts';
import { Refusal } from './refusal.ts';
import { serve } from './serve.ts';

export interface TestApi {
  url: string;
  state: AgentState;
  /** While true, connections are cut without an answer. */
  unreachable: boolean;
  /** While true, the object store takes its time: nothing is stored. */
  holdsObjects: boolean;
  /** The next call of this route is carried out, and its connection cut without an answer. */
  losesReplyTo: RouteName | null;
  close(): Promise<void>;
}

export interface TestApiOptions {
  freeWaitSeconds?: number;
  idleSeconds?: number;
  taskLimitSeconds?: number;
}

/** The agent API in memory, served over HTTP as declared; beside it an object store for checkpoints. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const state = new AgentState();
  const held: [IncomingMessage, ServerResponse][] = [];
  let isHolding = false;
  const handlers = createHandlers(state, options);
  const losesReply = (name: RouteName) => {
    if (api.losesReplyTo !== name) return false;
    api.losesReplyTo = null;
    return true;
  };
  const serveAny = (req: IncomingMessage, res: ServerResponse) => {
    const answered = req.url?.startsWith('/objects/')
      ? state.objects.serve(req, res)
      : answer(handlers, state, req, res, losesReply);
    answered.catch((error: unknown) => fail(res, error));
  };
  const { url, close } = await serve((req, res) => {
    if (api.unreachable) return void req.socket.destroy();
    if (isHolding && req.method === 'PUT' && req.url?.startsWith('/objects/')) return void held.push([req, res]);
    serveAny(req, res);
  });
  state.objects.url = url;
  const api: TestApi = {
    url,
    state,
    unreachable: false,
    losesReplyTo: null,
    get holdsObjects() {
      return isHolding;
    },
    set holdsObjects(hold) {
      isHolding = hold;
      if (!hold) for (const [req, res] of held.splice(0)) serveAny(req, res);
    },
    close,
  };
  return api;
}

async function answer(
  handlers: Handlers,
  state: AgentState,
  req: IncomingMessage,
  res: ServerResponse,
  losesReply: (name: RouteName) => boolean,
) {
  const { name, route, params } = match(req);
  if (state.fenced !== null) throw new Refusal(state.fenced, 'Replaced, or its owner was');
  const execution = route.caller === 'public' ? null : state.executions.authenticate(req.headers.authorization);
  const body = route.body ? parseBody(route.body, req, await buffer(req)) : undefined;
  if (execution) refuseStale(state, name, execution);
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const handler = handlers[name] as (input: unknown) => Promise<CallOutput<typeof route>>;
  const reply = await handler({ params, body, gone: gone.signal });
  if (losesReply(name)) return void req.socket.destroy();
  if (route.reply)
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(z.parse(route.reply, reply)));
  else res.writeHead(204).end();
}

type RouteName = keyof typeof agentRoutes;

/** Throws `not_found`, `method_not_allowed`. */
function match(req: IncomingMessage): { name: RouteName; route: Route; params: Record<string, string> } {
  const found = (Object.entries(agentRoutes) as [RouteName, Route][]).flatMap(([name, route]) => {
    const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const params = pattern.exec(req.url ?? '');
    return params ? [{ name, route, params: { ...params.groups } }] : [];
  });
  const chosen = found.find(({ route }) => route.method === req.method);
  if (chosen) return chosen;
  throw new Refusal(found.length > 0 ? 'method_not_allowed' : 'not_found', `No route ${req.method} ${req.url}`);
}

/** Throws `too_large`, `unsupported_media_type`, `invalid`. */
function parseBody(schema: z.ZodMiniType, req: IncomingMessage, bytes: Buffer): unknown {
  if (bytes.length > BODY_LIMIT_BYTES) throw new Refusal('too_large', 'The request is too large');
  if (req.headers['content-type'] !== 'application/json') throw new Refusal('unsupported_media_type', 'Send JSON');
  const parsed = z.safeParse(schema, readJson(bytes));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(({ path, message, ...issue }) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    return keys.map((one) => ({ path: one.map((key) => (typeof key === 'symbol' ? String(key) : key)), message }));
  });
  throw new Refusal('invalid', `Invalid request: ${parsed.error.message}`, issues);
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON', [{ path: [], message: 'The body is not valid JSON' }]);
  }
}

/** Throws `stale_epoch` for a replaced execution, and for one of a deleted container unless it calls `wait`. */
function refuseStale(state: AgentState, name: RouteName, execution: Execution): void {
  const isDeleted = state.directive === 'exit';
  if (isDeleted && name === 'wait') return;
  if (isDeleted || !state.executions.isCurrent(execution)) {
    throw new Refusal('stale_epoch', 'This execution has been replaced');
  }
}

function fail(res: ServerResponse, error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal('internal', String(error));
  const { code, message, issues, details } = refusal;
  res
    .writeHead(errorStatus[code], { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ message, code, issues, ...details }));
}
